import type { Ctx } from '../../context.ts';
import { lockSharedRows } from '../../db/queries/business/completion.ts';
import type { DeletionScope } from '../../db/queries/business/deletion-scope.ts';
import type { HeldForUpsert } from '../../db/queries/business/held-for-upsert.ts';
import {
  type DeletedCounts,
  type Deletion,
  deleteParticipants,
} from '../../db/queries/business/participants-deletion.ts';
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
import type { ParticipantChanges } from '../../domain/upsert-participants.ts';
import { deleteBytesSoon } from '../common/delete-bytes-soon.ts';
import { checkAmbiguous } from './check-ambiguous.ts';
import { plannedChange } from './planned-change.ts';
import { type AskedUpsert, prepareUpserts, type UpsertPlan } from './prepare-upsert.ts';
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

/** What an upsert of one business asks for; `known` is undefined where the same transaction has made it. */
export type UpsertAim = {
  businessId: number;
  known: Omit<HeldForUpsert, 'business'> | undefined;
};

/**
 * Adds, changes and deletes participants of a business until they are as the input has them; the caller holds the
 * business's row. Every writer takes its locks in this order, so that no two wait for each other: business, counter of
 * participants, persons, files, counter of persons. Throws AppError `invalid_input` for a person that the business has
 * more than once.
 */
export async function storeParticipants(
  tx: Ctx,
  { businessId, known }: UpsertAim,
  input: UpsertBusinessInput,
): Promise<Stored> {
  const { participants: stored, documents } = known ?? NOTHING_KNOWN;
  checkAmbiguous(input.participants, stored);
  const target = { businessId, stored, documents };
  const [plan] = await prepareUpserts(tx, [{ target, input }]);
  if (plan === undefined) throw new Error('An upsert was not prepared.');
  const deletes = input.missingParticipants === 'delete' && known !== undefined;
  const scope: DeletionScope = {
    serviceId: tx.caller.serviceId,
    businessId,
    participants: deletes ? { except: plan.knownIds } : 'none',
  };
  const { removed, countChange } = await writePlan(tx, plan, scope);
  const counts = countStored(plan);
  return {
    counts: {
      ...counts,
      participantsDeleted: removed.participants,
      documentsDeleted: counts.documentsDeleted + removed.documents,
    },
    changes: plan.changes,
    removed,
    countChange,
  };
}

/** The same for several businesses, of which nothing is deleted, in as many statements as for one. */
export async function storeParticipantsOf(
  tx: Ctx,
  asked: readonly AskedUpsert[],
): Promise<{ stored: Pick<Stored, 'counts' | 'changes'>[]; countChange: CountChange }> {
  const plans = await prepareUpserts(tx, asked);
  const plan = {
    added: plans.flatMap((one) => one.added),
    changed: plans.flatMap((one) => one.changed),
    knownIds: [],
    documents: { added: plans.flatMap((one) => one.documents.added), removed: [] },
    matches: plans.flatMap((one) => one.matches),
    becameNatural: plans.reduce((sum, one) => sum + one.becameNatural, 0),
  };
  const scope: DeletionScope = {
    serviceId: tx.caller.serviceId,
    businessId: NO_BUSINESS,
    participants: 'none',
  };
  const { countChange } = await writePlan(tx, plan, scope);
  const stored = plans.map((one) => ({ counts: countStored(one), changes: one.changes }));
  return { stored, countChange };
}

/** Where nothing is deleted it matters to nobody of which. */
const NO_BUSINESS = 0;

const NOTHING_KNOWN = { participants: [], documents: [] };

function countStored({ added, changed, documents, matches }: UpsertPlan): StoredCounts {
  return {
    participantsAdded: added.length,
    participantsChanged: changed.length,
    participantsDeleted: 0,
    documentsAdded: documents.added.length,
    documentsDeleted: documents.removed.length,
    matchesAdded: matches.length,
  };
}

async function writePlan(
  tx: Ctx,
  plan: UpsertPlan,
  scope: DeletionScope,
): Promise<Pick<Stored, 'removed' | 'countChange'>> {
  const deletion = await removeMissing(tx, plan, scope);
  await addPersons(tx, plan);
  const settled = await addAndChange(tx, plan);
  const countChange = sumChanges([plannedChange(plan), deletion.change, settled]);
  return { removed: deletion.counts, countChange };
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

const NOTHING: Deletion = {
  counts: { participants: 0, documents: 0, matches: 0, screenings: 0, reports: 0 },
  blobs: 0,
  change: {},
};

async function addPersons(tx: Ctx, { added }: UpsertPlan): Promise<void> {
  if (added.length === 0) return;
  const { serviceId } = tx.caller;
  const sent = [...new Set(added.map((one) => one.externalPersonId))];
  const externalIds = await listUnknownPersons(tx.db, serviceId, sent);
  const count = externalIds.length;
  if (count === 0) return;
  const firstId = await allocateIds(tx.db, { serviceId, kind: 'person', count });
  await insertPersons(tx.db, serviceId, { firstId, externalIds });
}

async function addAndChange(tx: Ctx, plan: UpsertPlan): Promise<Partial<CountChange>> {
  const { serviceId } = tx.caller;
  const { added, changed, documents, matches } = plan;
  const onQueued = (): void => tx.wakeWorker?.();
  if (added.length > 0) await insertParticipants(tx.db, serviceId, { rows: added, onQueued });
  if (added.length >= MANY) await discardPlans(tx.db);
  if (changed.length > 0) await updateParticipants(tx.db, serviceId, { rows: changed, onQueued });
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
