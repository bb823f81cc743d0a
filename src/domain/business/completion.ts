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

/** The v4 table "Behaviour by delete_mode"; the business itself stays in modes other than all (decision 22). */
export function completionRule(mode: DeleteMode): CompletionRule {
  switch (mode) {
    case 'without_folio':
      return { participants: 'without_folio', deletesBusiness: false };
    case 'with_folio':
      return { participants: 'with_folio', deletesBusiness: false };
    case 'all':
      return { participants: 'every', deletesBusiness: true };
  }
}

/** All that is given must hold; from `completedSince` on, and before `completedBefore`. */
export type ReceiptFilter = {
  businessDatabaseId?: number | null | undefined;
  completedByUserId?: number | null | undefined;
  deleteMode?: RecordedMode | null | undefined;
  completedSince?: Date | null | undefined;
  completedBefore?: Date | null | undefined;
};

/**
 * Numbers of deleted matches, screenings and reports: each format of a screening report, and socio-economic reports.
 */
export type FoundCounts = { matches: number; screenings: number; reports: number };

export function foundCountsOf({ matches, screenings, reports }: FoundCounts): FoundCounts {
  return { matches, screenings, reports };
}

/** Returns the version of a receipt, which determines the data of its digest. */
export function versionOf({ deletedFound }: Pick<DeletionReceipt, 'deletedFound'>): 1 | 2 {
  return deletedFound === null ? 1 : 2;
}

/** Proof of a permanent deletion (decision 24): ids, counts, mode and time; no personal data. */
export type DeletionReceipt = {
  id: number;
  businessId: number;
  deleteMode: RecordedMode;
  deletedParticipantCount: number;
  deletedDocumentCount: number;
  /** Null in a receipt of version 1, which did not count them; all others are of version 2. */
  deletedFound: FoundCounts | null;
  businessDeleted: boolean;
  completedByUserId: number;
  completedAt: Date;
  /** SHA-256, hexadecimal, over this receipt and the digest of the one before it. */
  digest: string;
};
