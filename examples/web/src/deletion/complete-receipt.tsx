import { Fragment } from 'react';
import { useWords } from '../i18n/use-words.tsx';

/** Shown fields of the graph's DeletionReceipt. */
export type Receipt = {
  id: string;
  completedAt: string;
  deletedParticipantCount: number;
  deletedDocumentCount: number;
  /** Null in receipts of earlier versions, which did not count them. */
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
  const { deletion: words, formats } = useWords();
  const counts = [
    [words.participants, receipt.deletedParticipantCount],
    [words.documents, receipt.deletedDocumentCount],
    [words.matches, receipt.deletedMatchCount],
    [words.screenings, receipt.deletedScreeningCount],
    [words.reports, receipt.deletedReportCount],
    [words.consents, receipt.deletedConsentCount],
    [words.extractions, receipt.deletedExtractionCount],
    [words.files, receipt.deletedFileCount],
  ] as const;
  return (
    <>
      <h2>{words.deleted}</h2>
      <p>{words.keepReceipt}</p>
      <dl>
        {counts.map(([label, count]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{count === null ? words.notCounted : formats.number(count)}</dd>
          </Fragment>
        ))}
        <dt>{words.business}</dt>
        <dd>{receipt.businessDeleted ? words.businessDeleted : words.businessKept}</dd>
        <dt>{words.when}</dt>
        <dd>{formats.time(receipt.completedAt)}</dd>
        <dt>{words.receipt}</dt>
        <dd>
          <code>{receipt.id}</code>
        </dd>
        <dt>{words.digest}</dt>
        <dd>
          <code>{receipt.digest}</code>
        </dd>
      </dl>
    </>
  );
}
