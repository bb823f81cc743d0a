import { useState } from 'react';
import { useMutation } from 'urql';
import { type DeleteMode, graphql } from '../graphql.ts';
import { formatCount } from '../shared/format.ts';
import { Problem } from '../shared/problem.tsx';
import { CompleteCounts, CompleteWarnings, type DueCounts } from './complete-counts.tsx';
import type { Receipt } from './complete-receipt.tsx';

const COMPLETE = graphql(`
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
      ... on UserError {
        message
      }
    }
  }
`);

type Preview = DueCounts & {
  deletesBusiness: boolean;
  version: number;
};
type Props = {
  business: { id: string; deleteMode: DeleteMode };
  preview: Preview;
  onCompleted: (receipt: Receipt) => void;
  /** Somebody changed the business since the preview; nothing was deleted. */
  onChanged: (message: string) => void;
};

export function CompleteConfirm({ business, preview, onCompleted, onChanged }: Props) {
  const [isSure, setSure] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [{ error, fetching }, complete] = useMutation(COMPLETE);
  // Of one question: sent twice, as after a broken connection, it deletes once.
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
    if (result?.__typename === 'VersionConflictError') return onChanged(result.message);
    setProblem(result?.message);
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
        I have seen what will be deleted.
      </label>
      <Problem error={error} />
      {problem !== undefined && <p role="alert">{problem}</p>}
      <button className="danger" disabled={!isSure || fetching} onClick={confirm}>
        Delete permanently
      </button>
    </section>
  );
}

function CompleteSummary({ preview }: Pick<Props, 'preview'>) {
  return (
    <p>
      This deletes <strong>{formatCount(preview.participantsToDelete, 'participant')}</strong> and{' '}
      <strong>{formatCount(preview.documentsToDelete, 'document')}</strong>
      {preview.deletesBusiness && (
        <>
          {' '}
          and <strong>the business itself</strong>
        </>
      )}
      . There is no way back.
    </p>
  );
}
