import { useState } from 'react';
import { useMutation } from 'urql';
import { type FragmentOf, graphql, type ResultOf, readFragment } from '../graphql.ts';
import { useWords } from '../i18n/use-words.tsx';
import { type Failure, failure, toFailure, toRequestFailure } from '../shared/failure.ts';
import { FailureAlert } from '../shared/problem.tsx';
import { ReportContradictions, reportContradiction } from './report-contradictions.tsx';

export const reportFinish = graphql(
  `
    fragment ReportFinish on SocioeconomicReport {
      databaseId
      version
      finalizedAt
      correctsId
      content {
        contradictions {
          kind
          ...ReportContradiction
        }
      }
      consent {
        revokedAt
      }
      pdf {
        sha256
      }
    }
  `,
  [reportContradiction],
);

const FINALIZE = graphql(
  `
  mutation FinalizeReport($input: FinalizeSocioeconomicReportInput!) {
    finalizeSocioeconomicReport(input: $input) {
      __typename
      ...Failure
    }
  }
`,
  [failure],
);

const CHANGED = { additionalTypenames: ['SocioeconomicReport'] };

/** Finalizes a draft for good; of a final report it shows the digest. */
export function ReportFinish({ report }: { report: FragmentOf<typeof reportFinish> }) {
  const words = useWords().reports;
  const finish = readFragment(reportFinish, report);
  const { databaseId: reportId, version: expectedVersion, finalizedAt, content } = finish;
  const { contradictions } = content;
  const [isSure, setSure] = useState(false);
  const [problem, setProblem] = useState<Failure>();
  const [{ fetching }, finalize] = useMutation(FINALIZE);
  // One key for each draft: sent again after a broken connection, it is finalized once.
  const [idempotencyKey] = useState(() => crypto.randomUUID());

  async function run() {
    const acknowledge = [...new Set(contradictions.map(({ kind }) => kind))];
    const input = {
      reportId,
      expectedVersion,
      idempotencyKey,
      acknowledge,
      page: 'LETTER' as const,
    };
    const { data, error } = await finalize({ input }, CHANGED);
    const refusal = data && toFailure(data.finalizeSocioeconomicReport);
    setProblem(error ? toRequestFailure(error) : refusal);
  }

  if (finalizedAt !== null) return <FinalState finalizedAt={finalizedAt} finish={finish} />;
  return (
    <div className="preview">
      <ReportContradictions contradictions={contradictions} />
      <label>
        <input
          type="checkbox"
          checked={isSure}
          onChange={(event) => setSure(event.target.checked)}
        />
        {words.sure}
      </label>
      <button disabled={!isSure || fetching} onClick={run}>
        {words.finalize}
      </button>
      <FailureAlert failure={problem} />
    </div>
  );
}

type Final = { finalizedAt: string; finish: ResultOf<typeof reportFinish> };

function FinalState({ finalizedAt, finish: { consent, pdf } }: Final) {
  const { formats, reports: words } = useWords();
  return (
    <p role="status">
      {words.finalSince(formats.time(finalizedAt))}
      {consent?.revokedAt != null && ` ${words.finalRevoked(formats.time(consent.revokedAt))}`}
      <span className="muted lines">{pdf && words.digest(pdf.sha256)}</span>
    </p>
  );
}
