import type { CountDelta } from '../../domain/business/service-counts.ts';
import type { PositionedDocument } from '../../domain/business/upsert-documents.ts';
import type { UpsertPlan } from './draft-upserts.ts';

/** Computes how a plan changes the counters of the service, without deletions and matches. */
export function countPlannedChanges({
  added,
  becameNatural,
  documents,
}: UpsertPlan): Partial<CountDelta> {
  const natural = added.filter((participant) => participant.personType === 'natural').length;
  return {
    naturalPersons: natural + becameNatural,
    legalEntities: added.length - natural - becameNatural,
    missingDocuments: countMissing(documents.added) - countMissing(documents.removed),
    documents: documents.added.length - documents.removed.length,
  };
}

function countMissing(documents: readonly PositionedDocument[]): number {
  return documents.filter((document) => document.downloadId === null).length;
}
