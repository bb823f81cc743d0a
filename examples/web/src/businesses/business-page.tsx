import { useState } from 'react';
import { CompleteDialog } from '../deletion/complete-dialog.tsx';
import { DocumentPage, type OpenDocument } from '../documents/document-page.tsx';
import { graphql, type ResultOf } from '../graphql.ts';
import type { Words } from '../i18n/language.ts';
import { useWords } from '../i18n/use-words.tsx';
import { ReportPage } from '../reports/report-page.tsx';
import { Problem } from '../shared/problem.tsx';
import { useFreshQuery } from '../shared/use-fresh-query.ts';
import { ParticipantTable } from './participant-table.tsx';

const BUSINESS = graphql(`
  query Business($id: ID!) {
    business(by: { id: $id }) {
      id
      code
      name
      externalId
      updatedAt
      responsibleUser {
        givenName
        paternalSurname
      }
    }
  }
`);

/** Page that is open instead of the participants. */
type Opened = { document: OpenDocument } | { participantId: string };

type Props = { id: string; revision: string | undefined };

export function BusinessPage({ id, revision }: Props) {
  const words = useWords();
  const [isCompleting, setCompleting] = useState(false);
  const [opened, setOpened] = useState<Opened>();
  const { data, error, fetching } = useFreshQuery({ query: BUSINESS, variables: { id } }, revision);
  const business = data?.business;
  if (fetching && business === undefined) return <p className="empty">{words.app.loading}</p>;

  if (opened !== undefined) {
    const shared = { revision, onClose: () => setOpened(undefined) };
    if ('document' in opened) return <DocumentPage {...opened} {...shared} />;
    return <ReportPage {...opened} {...shared} />;
  }
  return (
    <article>
      <Problem error={error} />
      {business === null && <p className="empty">{words.businesses.deleted}</p>}
      {business && (
        <>
          <header className="business">
            <div>
              <h2>{business.name ?? business.code}</h2>
              <p className="muted">{describe(business, words)}</p>
            </div>
            <button className="danger" onClick={() => setCompleting(true)}>
              {words.businesses.complete}
            </button>
          </header>
          <ParticipantTable
            businessId={id}
            revision={revision}
            onOpenDocument={(document) => setOpened({ document })}
            onOpenReports={(participantId) => setOpened({ participantId })}
          />
        </>
      )}
      {isCompleting && <CompleteDialog businessId={id} onClose={() => setCompleting(false)} />}
    </article>
  );
}

type Business = NonNullable<ResultOf<typeof BUSINESS>['business']>;

function describe(business: Business, { businesses: words, formats }: Words): string {
  const { code, externalId, updatedAt, responsibleUser } = business;
  const responsible = [responsibleUser?.givenName, responsibleUser?.paternalSurname];
  const parts = [code, words.number(externalId), words.changed(formats.time(updatedAt))];
  return [...parts, responsible.filter(Boolean).join(' ')].filter(Boolean).join(' · ');
}
