import { useState } from 'react';
import { useMutation } from 'urql';
import { type FragmentOf, graphql, type ResultOf, readFragment } from '../graphql.ts';
import type { Words } from '../i18n/language.ts';
import { useWords } from '../i18n/use-words.tsx';
import { type Failure, failure, toFailure, toRequestFailure } from '../shared/failure.ts';
import { FailureAlert } from '../shared/problem.tsx';

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

/** Types to query again: the cache does not relate a list without reports to the first report. */
const NEW = { additionalTypenames: ['SocioeconomicReportConnection'] };

type Props = {
  participant: FragmentOf<typeof reportList>;
  selected: number | undefined;
  onSelect: (reportId: number) => void;
};

/** Latest reports of a person; a final report is corrected by a new one that replaces it. */
export function ReportList({ participant, selected, onSelect }: Props) {
  const { formats, reports: words } = useWords();
  const { databaseId, socioeconomicReports } = readFragment(reportList, participant);
  const [problem, setProblem] = useState<Failure>();
  const [{ fetching }, generate] = useMutation(GENERATE);
  const reports = socioeconomicReports.nodes;
  const chosen = reports.find((report) => report.databaseId === selected);
  const correctsId = chosen?.status === 'FINAL' ? chosen.databaseId : null;

  async function run() {
    const input = { participant: { databaseId }, correctsId };
    const { data, error } = await generate({ input }, NEW);
    const result = data?.generateSocioeconomicReport;
    setProblem(error ? toRequestFailure(error) : result && toFailure(result));
    if (result?.__typename === 'GenerateSocioeconomicReportPayload')
      onSelect(result.report.databaseId);
  }

  return (
    <section className="card" aria-label={words.reports}>
      <div className="heading">
        <h2>{words.reports}</h2>
        <button disabled={fetching} onClick={run}>
          {correctsId === null ? words.create : words.correct(correctsId)}
        </button>
      </div>
      <FailureAlert failure={problem} />
      {reports.length === 0 && <p className="empty">{words.empty}</p>}
      <ul className="choices">
        {reports.map((report) => (
          <li key={report.databaseId}>
            <button
              className="quiet"
              aria-current={report.databaseId === selected ? 'page' : undefined}
              onClick={() => onSelect(report.databaseId)}
            >
              {describe(report, words)}
            </button>{' '}
            <span className="muted">{words.changed(formats.time(report.updatedAt))}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Report = ResultOf<typeof reportList>['socioeconomicReports']['nodes'][number];

function describe({ databaseId, status, correctsId }: Report, words: Words['reports']): string {
  const statusWords = words.statuses[status];
  if (correctsId === null) return words.reportLine(databaseId, statusWords);
  return words.correctionLine(databaseId, statusWords, correctsId);
}
