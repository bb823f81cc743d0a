import { useState } from 'react';
import { useQuery } from 'urql';
import { type DeleteMode, graphql } from '../graphql.ts';
import { useWords } from '../i18n/use-words.tsx';
import type { Failure } from '../shared/failure.ts';
import { FailureAlert, Problem } from '../shared/problem.tsx';
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

const MODES = [
  'WITHOUT_LEGAL_ACT_FOLIO',
  'WITH_LEGAL_ACT_FOLIO',
  'ALL',
] as const satisfies readonly DeleteMode[];

type Props = { businessId: string; onCompleted: (receipt: Receipt) => void };

export function CompletePreview({ businessId, onCompleted }: Props) {
  const words = useWords().deletion;
  const [deleteMode, setDeleteMode] = useState<DeleteMode>('WITHOUT_LEGAL_ACT_FOLIO');
  const [{ data, error, stale }, ask] = useQuery({
    query: PREVIEW,
    variables: { id: businessId, deleteMode },
    // A permanent deletion needs current data.
    requestPolicy: 'network-only',
  });
  const [notice, setNotice] = useState<Failure>();
  const preview = data?.completionPreview;

  return (
    <>
      <h2>{words.title}</h2>
      <p>{words.intro}</p>
      <fieldset>
        {MODES.map((mode) => (
          <label key={mode}>
            <input
              type="radio"
              name="mode"
              checked={mode === deleteMode}
              onChange={() => setDeleteMode(mode)}
            />
            {words.modes[mode]}
          </label>
        ))}
      </fieldset>
      <Problem error={error} />
      <FailureAlert failure={notice} />
      {notice !== undefined && <p role="status">{words.changed}</p>}
      {preview && !stale && (
        <CompleteConfirm
          // A new preview needs a new confirmation.
          key={`${deleteMode} ${preview.version}`}
          business={{ id: businessId, deleteMode }}
          preview={preview}
          onCompleted={onCompleted}
          onChanged={(failure) => {
            setNotice(failure);
            ask({ requestPolicy: 'network-only' });
          }}
        />
      )}
    </>
  );
}
