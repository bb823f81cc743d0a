import { useState } from 'react';
import { graphql } from '../graphql.ts';
import { useWords } from '../i18n/use-words.tsx';
import { fullName } from '../shared/format.ts';
import { Problem } from '../shared/problem.tsx';
import { useFreshQuery } from '../shared/use-fresh-query.ts';
import { ReportConsent, reportConsent } from './report-consent.tsx';
import { ReportEditor } from './report-editor.tsx';
import { ReportList, reportList } from './report-list.tsx';

const REPORTS = graphql(
  `
    query Reports($id: ID!) {
      participant(by: { id: $id }) {
        id
        name
        paternalSurname
        maternalSurname
        ...ReportConsent
        ...ReportList
      }
    }
  `,
  [reportConsent, reportList],
);

type Props = { participantId: string; revision: string | undefined; onClose: () => void };

/** Socioeconomic reports of a person, with the consent they are based on. */
export function ReportPage({ participantId, revision, onClose }: Props) {
  const { app, reports: words } = useWords();
  const [reportId, setReportId] = useState<number>();
  const args = { query: REPORTS, variables: { id: participantId } };
  const { data, error, fetching } = useFreshQuery(args, revision);
  const participant = data?.participant;
  if (fetching && data === undefined) return <p className="empty">{app.loading}</p>;
  return (
    <article className="desk">
      <header className="business">
        <div>
          <h2>{words.title}</h2>
          {participant && <p className="muted">{fullName(participant)}</p>}
        </div>
        <button className="quiet" onClick={onClose}>
          {words.close}
        </button>
      </header>
      <Problem error={error} />
      {participant === null && <p className="empty">{app.participantDeleted}</p>}
      {participant && (
        <>
          <ReportConsent participant={participant} />
          <ReportList participant={participant} selected={reportId} onSelect={setReportId} />
          {reportId !== undefined && (
            <ReportEditor key={reportId} id={reportId} revision={revision} />
          )}
        </>
      )}
    </article>
  );
}
