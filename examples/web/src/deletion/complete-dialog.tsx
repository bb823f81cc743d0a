import { useEffect, useRef, useState } from 'react';
import { CompletePreview } from './complete-preview.tsx';
import { CompleteReceipt, type Receipt } from './complete-receipt.tsx';

type Props = { businessId: string; onClose: () => void };

/** Preview, confirm, receipt: nobody deletes what they have not seen. */
export function CompleteDialog({ businessId, onClose }: Props) {
  const [receipt, setReceipt] = useState<Receipt>();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);

  return (
    <dialog ref={dialog} aria-label="Complete the business" onClose={onClose}>
      {receipt === undefined ? (
        <CompletePreview businessId={businessId} onCompleted={setReceipt} />
      ) : (
        <CompleteReceipt receipt={receipt} />
      )}
      <form method="dialog">
        <button className="quiet">{receipt === undefined ? 'Cancel' : 'Close'}</button>
      </form>
    </dialog>
  );
}
