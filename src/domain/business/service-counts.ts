/** Counts of the data of a service at one moment. */
export type ServiceCounts = {
  businesses: number;
  naturalPersons: number;
  legalEntities: number;
  /** Participants marked as having a pending match, including those whose match is not stored. */
  pendingParticipants: number;
  /** Number of matches without a decision. */
  pendingMatches: number;
  /** Requested documents without a file. */
  missingDocuments: number;
  documents: number;
  /** Answers to questionnaires. */
  answers: number;
  /** Bytes of stored files; files with equal content count separately. */
  fileBytes: number;
};

/** Change of each count; negative for deletions. */
export type CountDelta = ServiceCounts;

export const ZERO_DELTA: CountDelta = {
  businesses: 0,
  naturalPersons: 0,
  legalEntities: 0,
  pendingParticipants: 0,
  pendingMatches: 0,
  missingDocuments: 0,
  documents: 0,
  answers: 0,
  fileBytes: 0,
};

export function sumChanges(changes: readonly Partial<CountDelta>[]): CountDelta {
  const sumField = (count: keyof CountDelta): number =>
    changes.reduce((sum, change) => sum + (change[count] ?? 0), 0);
  return {
    businesses: sumField('businesses'),
    naturalPersons: sumField('naturalPersons'),
    legalEntities: sumField('legalEntities'),
    pendingParticipants: sumField('pendingParticipants'),
    pendingMatches: sumField('pendingMatches'),
    missingDocuments: sumField('missingDocuments'),
    documents: sumField('documents'),
    answers: sumField('answers'),
    fileBytes: sumField('fileBytes'),
  };
}

/** Returns the number of records that the quota `records` limits. */
export function countRecords(counts: ServiceCounts): number {
  const { businesses, naturalPersons, legalEntities, documents, answers } = counts;
  return businesses + naturalPersons + legalEntities + documents + answers;
}

export function isNoChange(change: CountDelta): boolean {
  return Object.values(change).every((count) => count === 0);
}
