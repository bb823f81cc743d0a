import type { CountDelta } from '../../domain/business/service-counts.ts';
import type { PositionedDocument } from '../../domain/business/upsert-documents.ts';
import type { UpsertPlan } from './draft-upserts.ts';

/** By how much a plan changes the counts of the service by itself: deletions and matches apart. */
export function plannedChange({
  added,
  becameNatural,
  documents,
}: UpsertPlan): Partial<CountDelta> {
  const natural = added.filter((one) => one.personType === 'natural').length;
  return {
    naturalPersons: natural + becameNatural,
    legalEntities: added.length - natural - becameNatural,
    missingDocuments: countMissing(documents.added) - countMissing(documents.removed),
    documents: documents.added.length - documents.removed.length,
  };
}

function countMissing(documents: readonly PositionedDocument[]): number {
  return documents.filter((one) => one.downloadId === null).length;
}
