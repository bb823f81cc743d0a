import { useEffect, useRef, useState } from 'react';
import { useWords } from '../i18n/use-words.tsx';
import { CompletePreview } from './complete-preview.tsx';
import { CompleteReceipt, type Receipt } from './complete-receipt.tsx';

type Props = { businessId: string; onClose: () => void };

/** Deletes the data of a business in three steps: preview, confirmation, receipt. */
export function CompleteDialog({ businessId, onClose }: Props) {
  const { app, deletion } = useWords();
  const [receipt, setReceipt] = useState<Receipt>();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);

  return (
    <dialog ref={dialog} aria-label={deletion.title} onClose={onClose}>
      {receipt === undefined ? (
        <CompletePreview businessId={businessId} onCompleted={setReceipt} />
      ) : (
        <CompleteReceipt receipt={receipt} />
      )}
      <form method="dialog">
        <button className="quiet">{receipt === undefined ? deletion.cancel : app.close}</button>
      </form>
    </dialog>
  );
}
