import { useState } from 'react';
import { useMutation } from 'urql';
import { type FragmentOf, graphql, readFragment } from '../graphql.ts';
import { describeFailure, failure } from '../shared/describe-failure.ts';
import { formatTime, toWords } from '../shared/format.ts';
import { describeProblem } from '../shared/problem.tsx';

export const reportList = graphql(`
  fragment ReportList on Participant {
    databaseId
    socioeconomicReports(first: 10) {
      nodes {
        databaseId
        status
        correctsId
        updatedAt
      }
    }
  }
`);

const GENERATE = graphql(
  `
  mutation GenerateReport($input: GenerateSocioeconomicReportInput!) {
    generateSocioeconomicReport(input: $input) {
      __typename
      ... on GenerateSocioeconomicReportPayload {
        report {
          databaseId
        }
      }
      ...Failure
    }
  }
`,
  [failure],
);

/** A list that had none does not hold their own type. */
const NEW = { additionalTypenames: ['SocioeconomicReportConnection'] };

type Props = {
  participant: FragmentOf<typeof reportList>;
  selected: number | undefined;
  onSelect: (reportId: number) => void;
};

/** The newest reports of a person; a final one is corrected by another that stands in for it. */
export function ReportList({ participant, selected, onSelect }: Props) {
  const { databaseId, socioeconomicReports } = readFragment(reportList, participant);
  const [problem, setProblem] = useState<string>();
  const [{ fetching }, generate] = useMutation(GENERATE);
  const reports = socioeconomicReports.nodes;
  const chosen = reports.find((one) => one.databaseId === selected);
  const correctsId = chosen?.status === 'FINAL' ? chosen.databaseId : null;

  async function run() {
    const input = { participant: { databaseId }, correctsId };
    const { data, error } = await generate({ input }, NEW);
    const result = data?.generateSocioeconomicReport;
    setProblem(error ? describeProblem(error) : result && describeFailure(result));
    if (result?.__typename === 'GenerateSocioeconomicReportPayload')
      onSelect(result.report.databaseId);
  }

  return (
    <section className="card" aria-label="Reports">
      <div className="heading">
        <h2>Reports</h2>
        <button disabled={fetching} onClick={run}>
          {correctsId === null ? 'New report' : `Correct report ${correctsId}`}
        </button>
      </div>
      {problem !== undefined && <p role="alert">{problem}</p>}
      {reports.length === 0 && <p className="empty">No reports yet.</p>}
      <ul className="choices">
        {reports.map((one) => (
          <li key={one.databaseId}>
            <button
              className="quiet"
              aria-current={one.databaseId === selected ? 'page' : undefined}
              onClick={() => onSelect(one.databaseId)}
            >
              Report {one.databaseId}, {toWords(one.status)}
              {one.correctsId !== null && `, corrects ${one.correctsId}`}
            </button>{' '}
            <span className="muted">changed {formatTime(one.updatedAt)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
