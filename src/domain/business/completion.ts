export const DELETE_MODES = ['without_folio', 'with_folio', 'all'] as const;
export type DeleteMode = (typeof DELETE_MODES)[number];

/** What a receipt may tell: a completion's mode, or that an upsert deleted the participants that it did not name. */
export const RECORDED_MODES = [...DELETE_MODES, 'missing'] as const;
export type RecordedMode = (typeof RECORDED_MODES)[number];

/** Which participants go, by their legal-act folio, and whether the business goes with them. */
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

/** What a deletion took that lists were looked up for, and reports: of screenings, each format for itself, and socio-economic ones. */
export type FoundCounts = { matches: number; screenings: number; reports: number };

export function foundCountsOf({ matches, screenings, reports }: FoundCounts): FoundCounts {
  return { matches, screenings, reports };
}

/** By which a receipt tells what its digest goes over. */
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
