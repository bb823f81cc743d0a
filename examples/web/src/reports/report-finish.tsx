import { useState } from 'react';
import { useMutation } from 'urql';
import { type FragmentOf, graphql, type ResultOf, readFragment } from '../graphql.ts';
import { describeFailure, failure } from '../shared/describe-failure.ts';
import { formatTime } from '../shared/format.ts';
import { describeProblem } from '../shared/problem.tsx';
import { ReportContradictions } from './report-contradictions.tsx';

export const reportFinish = graphql(`
  fragment ReportFinish on SocioeconomicReport {
    databaseId
    version
    finalizedAt
    correctsId
    content {
      contradictions {
        kind
        fields {
          section
          label
        }
      }
    }
    consent {
      revokedAt
    }
    pdf {
      sha256
    }
  }
`);

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

/** Makes a draft final, which it stays; tells of a final one what it is known by. */
export function ReportFinish({ report }: { report: FragmentOf<typeof reportFinish> }) {
  const one = readFragment(reportFinish, report);
  const { databaseId: reportId, version: expectedVersion, finalizedAt, content } = one;
  const { contradictions } = content;
  const [isSure, setSure] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [{ fetching }, finalize] = useMutation(FINALIZE);
  // Of one draft: sent twice, as after a broken connection, it is made final once.
  const [idempotencyKey] = useState(() => crypto.randomUUID());

  async function run() {
    const acknowledge = contradictions.map(({ kind }) => kind);
    const input = {
      reportId,
      expectedVersion,
      idempotencyKey,
      acknowledge,
      page: 'LETTER' as const,
    };
    const { data, error } = await finalize({ input }, CHANGED);
    const refused = data && describeFailure(data.finalizeSocioeconomicReport);
    setProblem(error ? describeProblem(error) : refused);
  }

  if (finalizedAt !== null) return <FinalState finalizedAt={finalizedAt} one={one} />;
  return (
    <div className="preview">
      <ReportContradictions contradictions={contradictions} />
      <label>
        <input
          type="checkbox"
          checked={isSure}
          onChange={(event) => setSure(event.target.checked)}
        />
        I have read all of it.
      </label>
      <button disabled={!isSure || fetching} onClick={run}>
        Make it final
      </button>
      {problem !== undefined && <p role="alert">{problem}</p>}
    </div>
  );
}

type Final = { finalizedAt: string; one: ResultOf<typeof reportFinish> };

function FinalState({ finalizedAt, one: { consent, pdf } }: Final) {
  return (
    <p role="status">
      Final since {formatTime(finalizedAt)}.
      {consent?.revokedAt != null && ` The consent was revoked ${formatTime(consent.revokedAt)}.`}
      <span className="muted lines">{pdf && `SHA-256 of the PDF: ${pdf.sha256}`}</span>
    </p>
  );
}
