/** Counts of the data of a service at one moment. */
export type ServiceCounts = {
  businesses: number;
  naturalPersons: number;
  legalEntities: number;
  /** Participants of whom a match is pending, also where only that is known and not which. */
  pendingParticipants: number;
  /** Number of matches without a decision. */
  pendingMatches: number;
  /** Requested documents whose file is not there yet. */
  missingDocuments: number;
  documents: number;
  /** Answers to questionnaires. */
  answers: number;
  /** Bytes of the files that the store keeps; files of equal content count each. */
  fileBytes: number;
};

/** By how much each count becomes another; what goes is less than 0. */
export type CountChange = ServiceCounts;

export const NO_CHANGE: CountChange = {
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

export function sumChanges(changes: readonly Partial<CountChange>[]): CountChange {
  const sumOf = (count: keyof CountChange): number =>
    changes.reduce((sum, one) => sum + (one[count] ?? 0), 0);
  return {
    businesses: sumOf('businesses'),
    naturalPersons: sumOf('naturalPersons'),
    legalEntities: sumOf('legalEntities'),
    pendingParticipants: sumOf('pendingParticipants'),
    pendingMatches: sumOf('pendingMatches'),
    missingDocuments: sumOf('missingDocuments'),
    documents: sumOf('documents'),
    answers: sumOf('answers'),
    fileBytes: sumOf('fileBytes'),
  };
}

/** Returns the number of records, which one quota bounds. */
export function countRecords(counts: ServiceCounts): number {
  const { businesses, naturalPersons, legalEntities, documents, answers } = counts;
  return businesses + naturalPersons + legalEntities + documents + answers;
}

export function isNoChange(change: CountChange): boolean {
  return Object.values(change).every((one) => one === 0);
}
