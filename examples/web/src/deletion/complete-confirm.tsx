import { useState } from 'react';
import { useMutation } from 'urql';
import { type DeleteMode, graphql } from '../graphql.ts';
import { useWords } from '../i18n/use-words.tsx';
import { type Failure, failure, toFailure } from '../shared/failure.ts';
import { FailureAlert, Problem } from '../shared/problem.tsx';
import { CompleteCounts, CompleteWarnings, type DueCounts } from './complete-counts.tsx';
import type { Receipt } from './complete-receipt.tsx';

const COMPLETE = graphql(
  `
  mutation Complete($input: CompleteBusinessInput!) {
    completeBusiness(input: $input) {
      __typename
      ... on CompleteBusinessPayload {
        receipt {
          id
          completedAt
          deletedParticipantCount
          deletedDocumentCount
          deletedMatchCount
          deletedScreeningCount
          deletedReportCount
          deletedConsentCount
          deletedExtractionCount
          deletedFileCount
          businessDeleted
          digest
        }
        business {
          id
        }
      }
      ...Failure
    }
  }
`,
  [failure],
);

type Preview = DueCounts & {
  deletesBusiness: boolean;
  version: number;
};
type Props = {
  business: { id: string; deleteMode: DeleteMode };
  preview: Preview;
  onCompleted: (receipt: Receipt) => void;
  /** Called when the business changed after the preview and nothing was deleted. */
  onChanged: (failure: Failure) => void;
};

export function CompleteConfirm({ business, preview, onCompleted, onChanged }: Props) {
  const words = useWords().deletion;
  const [isSure, setSure] = useState(false);
  const [problem, setProblem] = useState<Failure>();
  const [{ error, fetching }, complete] = useMutation(COMPLETE);
  // One key for each confirmation: sent again after a broken connection, it deletes once.
  const [idempotencyKey] = useState(() => crypto.randomUUID());

  async function confirm() {
    const { id, deleteMode } = business;
    const { data } = await complete({
      input: {
        business: { id },
        deleteMode,
        expectedVersion: preview.version,
        acknowledge: [...preview.warnings],
        idempotencyKey,
      },
    });
    const result = data?.completeBusiness;
    if (result?.__typename === 'CompleteBusinessPayload') return onCompleted(result.receipt);
    const refusal = result && toFailure(result);
    if (refusal && result.__typename === 'VersionConflictError') return onChanged(refusal);
    setProblem(refusal);
  }

  return (
    <section className="preview">
      <CompleteSummary preview={preview} />
      <CompleteWarnings counts={preview} />
      <CompleteCounts counts={preview} />
      <label>
        <input
          type="checkbox"
          checked={isSure}
          onChange={(event) => setSure(event.target.checked)}
        />
        {words.sure}
      </label>
      <Problem error={error} />
      <FailureAlert failure={problem} />
      <button className="danger" disabled={!isSure || fetching} onClick={confirm}>
        {words.confirm}
      </button>
    </section>
  );
}

function CompleteSummary({ preview }: Pick<Props, 'preview'>) {
  const words = useWords().deletion;
  const summarize = preview.deletesBusiness ? words.summaryWithBusiness : words.summary;
  return (
    <p>
      <strong>{summarize(preview.participantsToDelete, preview.documentsToDelete)}</strong>
    </p>
  );
}
