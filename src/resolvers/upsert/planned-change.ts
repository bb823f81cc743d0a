import type { CountChange } from '../../domain/business/service-counts.ts';
import type { PlacedDocument } from '../../domain/business/upsert-documents.ts';
import type { UpsertPlan } from './draft-upserts.ts';

/** By how much a plan changes the counts of the service by itself: deletions and matches apart. */
export function plannedChange({
  added,
  becameNatural,
  documents,
}: UpsertPlan): Partial<CountChange> {
  const natural = added.filter((participant) => participant.personType === 'natural').length;
  return {
    naturalPersons: natural + becameNatural,
    legalEntities: added.length - natural - becameNatural,
    missingDocuments: countMissing(documents.added) - countMissing(documents.removed),
    documents: documents.added.length - documents.removed.length,
  };
}

function countMissing(documents: readonly PlacedDocument[]): number {
  return documents.filter((document) => document.downloadId === null).length;
}
