import { formatTime } from '../shared/format.ts';

/** Of the graph's DeletionReceipt, what is shown. */
export type Receipt = {
  id: string;
  completedAt: string;
  deletedParticipantCount: number;
  deletedDocumentCount: number;
  /** Null in receipts that did not count them. */
  deletedMatchCount: number | null;
  deletedScreeningCount: number | null;
  deletedReportCount: number | null;
  deletedConsentCount: number | null;
  deletedExtractionCount: number | null;
  deletedFileCount: number | null;
  businessDeleted: boolean;
  digest: string;
};

export function CompleteReceipt({ receipt }: { receipt: Receipt }) {
  return (
    <>
      <h2>Deleted</h2>
      <p>Keep this receipt. It contains no personal data, and remains after the deletion.</p>
      <dl>
        <dt>Participants</dt>
        <dd>{receipt.deletedParticipantCount}</dd>
        <dt>Documents</dt>
        <dd>{receipt.deletedDocumentCount}</dd>
        <dt>Matches</dt>
        <dd>{receipt.deletedMatchCount ?? 'not counted'}</dd>
        <dt>Screenings</dt>
        <dd>{receipt.deletedScreeningCount ?? 'not counted'}</dd>
        <dt>Reports</dt>
        <dd>{receipt.deletedReportCount ?? 'not counted'}</dd>
        <dt>Consents</dt>
        <dd>{receipt.deletedConsentCount ?? 'not counted'}</dd>
        <dt>Readings of documents</dt>
        <dd>{receipt.deletedExtractionCount ?? 'not counted'}</dd>
        <dt>Files</dt>
        <dd>{receipt.deletedFileCount ?? 'not counted'}</dd>
        <dt>Business</dt>
        <dd>{receipt.businessDeleted ? 'deleted' : 'kept'}</dd>
        <dt>When</dt>
        <dd>{formatTime(receipt.completedAt)}</dd>
        <dt>Receipt</dt>
        <dd>
          <code>{receipt.id}</code>
        </dd>
        <dt>Digest</dt>
        <dd>
          <code>{receipt.digest}</code>
        </dd>
      </dl>
    </>
  );
}
