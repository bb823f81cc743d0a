export const DELETE_MODES = ['without_folio', 'with_folio', 'all'] as const;
export type DeleteMode = (typeof DELETE_MODES)[number];

/**
 * Modes in receipts: those of a completion, and that of an upsert which deleted the participants missing from its
 * input.
 */
export const RECORDED_MODES = [...DELETE_MODES, 'missing'] as const;
export type RecordedMode = (typeof RECORDED_MODES)[number];

/** Deletion rule: participants by their legal-act folio, and whether the business is deleted too. */
export type CompletionRule = {
  participants: 'without_folio' | 'with_folio' | 'every';
  deletesBusiness: boolean;
};

/**
 * Returns the rule of a mode, by the v4 table "Behaviour by delete_mode"; the business itself stays in modes other
 * than `all`.
 */
export function getCompletionRule(mode: DeleteMode): CompletionRule {
  switch (mode) {
    case 'without_folio':
      return { participants: 'without_folio', deletesBusiness: false };
    case 'with_folio':
      return { participants: 'with_folio', deletesBusiness: false };
    case 'all':
      return { participants: 'every', deletesBusiness: true };
  }
}

/** Filter of receipts; all given conditions apply. `completedSince` is inclusive, `completedBefore` exclusive. */
export type ReceiptFilter = {
  businessDatabaseId?: number | null | undefined;
  completedByUserId?: number | null | undefined;
  deleteMode?: RecordedMode | null | undefined;
  completedSince?: Date | null | undefined;
  completedBefore?: Date | null | undefined;
};

/**
 * Counts of deleted screening data, which receipts have since version 2. `reports` counts each format of a screening
 * report, and socio-economic reports.
 */
export type ScreeningCounts = { matches: number; screenings: number; reports: number };

export function toScreeningCounts({
  matches,
  screenings,
  reports,
}: ScreeningCounts): ScreeningCounts {
  return { matches, screenings, reports };
}

/** Counts of deleted stored evidence, which receipts have since version 3. */
export type EvidenceCounts = { consents: number; extractions: number; files: number };

export function toEvidenceCounts({ consents, extractions, files }: EvidenceCounts): EvidenceCounts {
  return { consents, extractions, files };
}

type CountedReceipt = Pick<DeletionReceipt, 'deletedScreeningCounts' | 'deletedEvidenceCounts'>;

/** Returns the version of a receipt, which determines the fields that its digest covers. */
export function getReceiptVersion({
  deletedScreeningCounts,
  deletedEvidenceCounts,
}: CountedReceipt): 1 | 2 | 3 {
  if (deletedScreeningCounts === null) return 1;
  return deletedEvidenceCounts === null ? 2 : 3;
}

/** Deleted data that requires confirmation of a completion. */
export const COMPLETION_WARNINGS = ['pending_matches', 'true_matches'] as const;
export type CompletionWarning = (typeof COMPLETION_WARNINGS)[number];

/** Counts of the matches that a completion deletes, by state. */
export type ReviewCounts = { pendingMatches: number; trueMatches: number };

/** Returns a warning for each count that is not zero. */
export function listWarnings({ pendingMatches, trueMatches }: ReviewCounts): CompletionWarning[] {
  return COMPLETION_WARNINGS.filter(
    (warning) => (warning === 'pending_matches' ? pendingMatches : trueMatches) > 0,
  );
}

/** Proof of a permanent deletion: ids, counts, mode and time; no personal data. */
export type DeletionReceipt = {
  id: number;
  businessId: number;
  deleteMode: RecordedMode;
  deletedParticipantCount: number;
  deletedDocumentCount: number;
  /** Null in receipts of version 1, which do not count screening data. */
  deletedScreeningCounts: ScreeningCounts | null;
  /** Null in receipts of versions 1 and 2, which do not count consents, extractions and files. */
  deletedEvidenceCounts: EvidenceCounts | null;
  businessDeleted: boolean;
  completedByUserId: number;
  completedAt: Date;
  /** SHA-256, hexadecimal, over this receipt and the digest of the previous receipt. */
  digest: string;
};
