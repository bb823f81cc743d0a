import { useState } from 'react';
import { graphql } from '../graphql.ts';
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

/** The socioeconomic reports of a person: their consent, and what was made by it. */
export function ReportPage({ participantId, revision, onClose }: Props) {
  const [reportId, setReportId] = useState<number>();
  const asked = { query: REPORTS, variables: { id: participantId } };
  const { data, error, fetching } = useFreshQuery(asked, revision);
  const participant = data?.participant;
  if (fetching && data === undefined) return <p className="empty">Loading…</p>;
  return (
    <article className="desk">
      <header className="business">
        <div>
          <h2>Socioeconomic reports</h2>
          {participant && <p className="muted">{fullName(participant)}</p>}
        </div>
        <button className="quiet" onClick={onClose}>
          Close the reports
        </button>
      </header>
      <Problem error={error} />
      {participant === null && <p className="empty">This participant has been deleted.</p>}
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
