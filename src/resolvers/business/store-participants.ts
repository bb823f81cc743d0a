import type { Ctx } from '../../context.ts';
import {
  type DeletedCounts,
  type Deletion,
  deleteParticipants,
  lockSharedRows,
} from '../../db/queries/business/completion.ts';
import type { DeletionScope } from '../../db/queries/business/deletion-scope.ts';
import { insertPersons, listUnknownPersons } from '../../db/queries/business/persons.ts';
import { deleteDocuments, insertDocuments } from '../../db/queries/business/upsert-documents.ts';
import {
  insertParticipants,
  updateParticipants,
} from '../../db/queries/business/upsert-participants.ts';
import { deleteLooseFiles } from '../../db/queries/files/files.ts';
import { allocateIds } from '../../db/queries/records/id-counters.ts';
import { insertMatches, settlePending } from '../../db/queries/screening/matches.ts';
import { discardPlans } from '../../db/statements/discard-plans.ts';
import type { NewMatch } from '../../domain/match.ts';
import { type CountChange, sumChanges } from '../../domain/service-counts.ts';
import type { PlacedDocument } from '../../domain/upsert-documents.ts';
import type { ParticipantChanges } from '../../domain/upsert-participants.ts';
import { deleteBytesSoon } from '../common/delete-bytes-soon.ts';
import { prepareUpsert, type UpsertPlan, type UpsertTarget } from './prepare-upsert.ts';
import type { UpsertBusinessInput } from './write-inputs.ts';

/** How many rows the upsert added, changed or deleted. */
export type StoredCounts = {
  participantsAdded: number;
  participantsChanged: number;
  participantsDeleted: number;
  documentsAdded: number;
  /** Those of deleted participants are counted too. */
  documentsDeleted: number;
  matchesAdded: number;
};

/**
 * `removed` counts the participants that were deleted, and the documents of these only; `countChange` is for the counts
 * of the service.
 */
export type Stored = {
  counts: StoredCounts;
  changes: ParticipantChanges;
  removed: DeletedCounts;
  countChange: CountChange;
};

/** After so many new rows, statements that PostgreSQL planned for a few would be slow: they are planned again. */
const MANY = 500;

/**
 * Adds, changes and deletes participants of a business until they are as the input has them; the caller holds the
 * business's row. Every writer takes its locks in this order, so that no two wait for each other: business, counter of
 * participants, persons, files, counter of persons.
 */
export async function storeParticipants(
  tx: Ctx,
  target: UpsertTarget,
  input: UpsertBusinessInput,
): Promise<Stored> {
  const plan = await prepareUpsert(tx, target, input);
  const deletion = await removeMissing(tx, plan, deletionScope(tx, target, { plan, input }));
  const removed = deletion.counts;
  await addPersons(tx, plan);
  const settled = await writePlan(tx, target.businessId, plan);
  const counts = {
    participantsAdded: plan.added.length,
    participantsChanged: plan.changed.length,
    participantsDeleted: removed.participants,
    documentsAdded: plan.documents.added.length,
    documentsDeleted: removed.documents + plan.documents.removed.length,
    matchesAdded: plan.matches.length,
  };
  const countChange = sumChanges([plannedChange(plan), deletion.change, settled]);
  return { counts, changes: plan.changes, removed, countChange };
}

/** Of what the plan has written by itself. */
function plannedChange({ added, becameNatural, documents }: UpsertPlan): Partial<CountChange> {
  const natural = added.filter((one) => one.personType === 'natural').length;
  return {
    naturalPersons: natural + becameNatural,
    legalEntities: added.length - natural - becameNatural,
    missingDocuments: countMissing(documents.added) - countMissing(documents.removed),
  };
}

function countMissing(documents: readonly PlacedDocument[]): number {
  return documents.filter((one) => one.downloadId === null).length;
}

function deletionScope(
  tx: Ctx,
  { businessId, isNew }: UpsertTarget,
  { plan, input }: { plan: UpsertPlan; input: UpsertBusinessInput },
): DeletionScope {
  const deletes = input.missingParticipants === 'delete' && !isNew;
  const participants = deletes ? ({ except: plan.knownIds } as const) : 'none';
  return { serviceId: tx.caller.serviceId, businessId, participants };
}

/** Locks the persons and files that gain or lose a reference, then deletes what the input leaves out. */
async function removeMissing(tx: Ctx, { added, documents }: UpsertPlan, scope: DeletionScope) {
  const { removed } = documents;
  const externalPersonIds = added.map((one) => one.externalPersonId);
  const fileIds = removed.flatMap((one) => one.downloadId ?? []);
  if (externalPersonIds.length + fileIds.length > 0 || scope.participants !== 'none')
    await lockSharedRows(tx.db, scope, { externalPersonIds, fileIds });
  if (removed.length > 0) await deleteDocuments(tx.db, scope.serviceId, removed);
  const deletion = scope.participants === 'none' ? NOTHING : await deleteParticipants(tx.db, scope);
  deleteBytesSoon(tx, deletion.blobs);
  if (fileIds.length > 0)
    deleteBytesSoon(tx, await deleteLooseFiles(tx.db, scope.serviceId, fileIds));
  return deletion;
}

const NOTHING: Deletion = { counts: { participants: 0, documents: 0 }, blobs: 0, change: {} };

async function addPersons(tx: Ctx, { added }: UpsertPlan): Promise<void> {
  if (added.length === 0) return;
  const { serviceId } = tx.caller;
  const sent = added.map((one) => one.externalPersonId);
  const externalIds = await listUnknownPersons(tx.db, serviceId, sent);
  const count = externalIds.length;
  if (count === 0) return;
  const firstId = await allocateIds(tx.db, { serviceId, kind: 'person', count });
  await insertPersons(tx.db, serviceId, { firstId, externalIds });
}

async function writePlan(
  tx: Ctx,
  businessId: number,
  plan: UpsertPlan,
): Promise<Partial<CountChange>> {
  const { serviceId } = tx.caller;
  const { added, changed, documents, matches } = plan;
  if (added.length > 0) await insertParticipants(tx.db, { serviceId, businessId }, added);
  if (added.length >= MANY) await discardPlans(tx.db);
  if (changed.length > 0) await updateParticipants(tx.db, serviceId, changed);
  if (documents.added.length > 0) await insertDocuments(tx.db, serviceId, documents.added);
  return matches.length === 0 ? {} : await addMatches(tx, matches);
}

async function addMatches(tx: Ctx, matches: readonly NewMatch[]): Promise<Partial<CountChange>> {
  const { serviceId } = tx.caller;
  await insertMatches(tx.db, serviceId, matches);
  const ids = new Set(matches.map((one) => one.participantId));
  const pendingParticipants = await settlePending(tx.db, serviceId, [...ids]);
  const pendingMatches = matches.filter((one) => one.state === 'pending').length;
  return { pendingParticipants, pendingMatches };
}
