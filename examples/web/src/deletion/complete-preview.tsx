import { useState } from 'react';
import { useQuery } from 'urql';
import { type DeleteMode, graphql } from '../graphql.ts';
import { Problem } from '../shared/problem.tsx';
import { CompleteConfirm } from './complete-confirm.tsx';
import type { Receipt } from './complete-receipt.tsx';

const PREVIEW = graphql(`
  query Preview($id: ID!, $deleteMode: DeleteMode!) {
    completionPreview(business: { id: $id }, deleteMode: $deleteMode) {
      warnings
      pendingMatchesToDelete
      trueMatchesToDelete
      matchesToDelete
      participantsToDelete
      documentsToDelete
      screeningsToDelete
      reportsToDelete
      consentsToDelete
      extractionsToDelete
      filesToDelete
      deletesBusiness
      version
    }
  }
`);

const MODES: { mode: DeleteMode; label: string }[] = [
  { mode: 'WITHOUT_LEGAL_ACT_FOLIO', label: 'Participants without a legal-act folio' },
  { mode: 'WITH_LEGAL_ACT_FOLIO', label: 'Participants with a legal-act folio' },
  { mode: 'ALL', label: 'Everything: all participants and the business' },
];

type Props = { businessId: string; onCompleted: (receipt: Receipt) => void };

export function CompletePreview({ businessId, onCompleted }: Props) {
  const [deleteMode, setDeleteMode] = useState<DeleteMode>('WITHOUT_LEGAL_ACT_FOLIO');
  const [{ data, error, stale }, ask] = useQuery({
    query: PREVIEW,
    variables: { id: businessId, deleteMode },
    // What is deleted for good is looked at afresh.
    requestPolicy: 'network-only',
  });
  const [notice, setNotice] = useState<string>();
  const preview = data?.completionPreview;

  return (
    <>
      <h2>Complete the business</h2>
      <p>The fiduciary act is complete. Choose the data to delete:</p>
      <fieldset>
        {MODES.map(({ mode, label }) => (
          <label key={mode}>
            <input
              type="radio"
              name="mode"
              checked={mode === deleteMode}
              onChange={() => setDeleteMode(mode)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <Problem error={error} />
      {notice !== undefined && <p role="alert">{notice}</p>}
      {preview && !stale && (
        <CompleteConfirm
          // A new preview is a new question.
          key={`${deleteMode} ${preview.version}`}
          business={{ id: businessId, deleteMode }}
          preview={preview}
          onCompleted={onCompleted}
          onChanged={(message) => {
            setNotice(`${message} This is how it is now.`);
            ask({ requestPolicy: 'network-only' });
          }}
        />
      )}
    </>
  );
}
