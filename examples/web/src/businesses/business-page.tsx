import { useState } from 'react';
import { CompleteDialog } from '../deletion/complete-dialog.tsx';
import { DocumentPage, type OpenDocument } from '../documents/document-page.tsx';
import { graphql, type ResultOf } from '../graphql.ts';
import { ReportPage } from '../reports/report-page.tsx';
import { formatTime } from '../shared/format.ts';
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

/** What is looked at in place of the participants. */
type Opened = { document: OpenDocument } | { participantId: string };

type Props = { id: string; revision: string | undefined };

export function BusinessPage({ id, revision }: Props) {
  const [isCompleting, setCompleting] = useState(false);
  const [opened, setOpened] = useState<Opened>();
  const { data, error, fetching } = useFreshQuery({ query: BUSINESS, variables: { id } }, revision);
  const business = data?.business;
  if (fetching && business === undefined) return <p className="empty">Loading…</p>;

  if (opened !== undefined) {
    const shared = { revision, onClose: () => setOpened(undefined) };
    if ('document' in opened) return <DocumentPage {...opened} {...shared} />;
    return <ReportPage {...opened} {...shared} />;
  }
  return (
    <article>
      <Problem error={error} />
      {business === null && <p className="empty">This business has been deleted.</p>}
      {business && (
        <>
          <header className="business">
            <div>
              <h2>{business.name ?? business.code}</h2>
              <p className="muted">{describe(business)}</p>
            </div>
            <button className="danger" onClick={() => setCompleting(true)}>
              Complete…
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

function describe({ code, externalId, updatedAt, responsibleUser }: Business): string {
  const responsible = [responsibleUser?.givenName, responsibleUser?.paternalSurname];
  const parts = [code, `No. ${externalId}`, `changed ${formatTime(updatedAt)}`];
  return [...parts, responsible.filter(Boolean).join(' ')].filter(Boolean).join(' · ');
}
