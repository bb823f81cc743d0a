import type { RequestContext } from '../../context.ts';
import type { DeletionScope } from '../../db/queries/completion/deletion-scope.ts';
import {
  type DeletedCounts,
  type Deletion,
  deleteParticipants,
} from '../../db/queries/completion/participants-deletion.ts';
import { deleteUnreferencedFiles } from '../../db/queries/files/files.ts';
import { insertPersons, type NewPersons } from '../../db/queries/participants/persons.ts';
import { insertMatches, updatePendingFlags } from '../../db/queries/screening/matches.ts';
import { deleteDocuments, insertDocuments } from '../../db/queries/upsert/upsert-documents.ts';
import {
  insertParticipants,
  updateParticipants,
} from '../../db/queries/upsert/upsert-participants.ts';
import { discardPlans } from '../../db/statements/discard-plans.ts';
import { type CountDelta, sumChanges } from '../../domain/business/service-counts.ts';
import type { ParticipantChanges } from '../../domain/business/upsert-participants.ts';
import type { NewMatch } from '../../domain/matches/match.ts';
import { wakeBlobDeletion } from '../common/wake-blob-deletion.ts';
import { yieldToEventLoop } from '../common/yield-to-event-loop.ts';
import { countPlannedChanges } from './count-planned-changes.ts';
import { assignIds, type UpsertDraft, type UpsertPlan } from './draft-upserts.ts';
import type { ReservedIds } from './reserve-upserts.ts';

/** Numbers of rows that the upsert added, changed and deleted. */
export type StoredCounts = {
  participantsAdded: number;
  participantsChanged: number;
  participantsDeleted: number;
  documentsAdded: number;
  /** Includes documents of deleted participants. */
  documentsDeleted: number;
  matchesAdded: number;
};

/**
 * Result of storing the participants. `removed` counts the deleted participants and only their documents; `countChange`
 * is the change of the service's counters.
 */
export type StoredParticipants = {
  counts: StoredCounts;
  changes: ParticipantChanges;
  removed: DeletedCounts;
  countChange: CountDelta;
};

/**
 * Number of new rows from which prepared statements are planned again: their generic plans were made for smaller tables
 * and would be slow.
 */
const REPLAN_ROWS = 500;

/** Rows and reserved ids of one business. */
export type ParticipantsToStore = {
  businessId: number;
  draft: UpsertDraft;
  reserved: Pick<ReservedIds, 'participantId' | 'persons'>;
  /** Deletion scope. Undefined when nothing is deleted. */
  scope: DeletionScope | undefined;
};

/**
 * Adds, changes and deletes participants of a business as planned. The caller holds the row lock of the business and
 * the locks of reserveUpserts.
 */
export async function storeParticipants(
  tx: RequestContext,
  { businessId, draft, reserved, scope }: ParticipantsToStore,
): Promise<StoredParticipants> {
  const plan = assignIds(draft, { businessId, firstId: reserved.participantId });
  const { removed, countChange } = await writePlan(tx, plan, { persons: reserved.persons, scope });
  const counts = countStored(plan);
  return {
    counts: {
      ...counts,
      participantsDeleted: removed.participants,
      documentsDeleted: counts.documentsDeleted + removed.documents,
    },
    changes: draft.changes,
    removed,
    countChange,
  };
}

/** Stores participants of several businesses without deletions, with as many statements as for one. */
export async function storeParticipantsOfBusinesses(
  tx: RequestContext,
  businesses: readonly Pick<ParticipantsToStore, 'businessId' | 'draft'>[],
  { participantId, persons }: ParticipantsToStore['reserved'],
): Promise<{ stored: Pick<StoredParticipants, 'counts' | 'changes'>[]; countChange: CountDelta }> {
  let firstId = participantId;
  const plans = businesses.map(({ businessId, draft }) => {
    const plan = assignIds(draft, { businessId, firstId });
    firstId += draft.added.length;
    return plan;
  });
  const plan = {
    added: plans.flatMap((businessPlan) => businessPlan.added),
    changed: plans.flatMap((businessPlan) => businessPlan.changed),
    documents: {
      added: plans.flatMap((businessPlan) => businessPlan.documents.added),
      removed: [],
    },
    matches: plans.flatMap((businessPlan) => businessPlan.matches),
    becameNatural: plans.reduce((sum, businessPlan) => sum + businessPlan.becameNatural, 0),
  };
  const { countChange } = await writePlan(tx, plan, { persons, scope: undefined });
  const stored = businesses.flatMap(({ draft: { changes } }, index) => {
    const businessPlan = plans[index];
    return businessPlan === undefined ? [] : { counts: countStored(businessPlan), changes };
  });
  return { stored, countChange };
}

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

type WriteOptions = { persons: NewPersons; scope: DeletionScope | undefined };

async function writePlan(
  tx: RequestContext,
  plan: UpsertPlan,
  { persons, scope }: WriteOptions,
): Promise<Pick<StoredParticipants, 'removed' | 'countChange'>> {
  const deletion = await deleteMissing(tx, plan, scope);
  if (persons.externalIds.length > 0) await insertPersons(tx.db, tx.caller.serviceId, persons);
  const added = await addAndChange(tx, plan);
  // Serializing thousands of rows has blocked the event loop.
  await yieldToEventLoop(tx);
  const countChange = sumChanges([countPlannedChanges(plan), deletion.change, added]);
  return { removed: deletion.counts, countChange };
}

/** Deletes what the input omits, according to the deletion scope, and files without a document. */
async function deleteMissing(
  tx: RequestContext,
  { documents: { removed } }: UpsertPlan,
  scope: DeletionScope | undefined,
): Promise<Deletion> {
  const { serviceId } = tx.caller;
  const fileIds = removed.flatMap((document) => document.downloadId ?? []);
  if (removed.length > 0) await deleteDocuments(tx.db, serviceId, removed);
  const deletion = scope === undefined ? NO_DELETION : await deleteParticipants(tx.db, scope);
  wakeBlobDeletion(tx, deletion.blobs);
  if (fileIds.length === 0) return deletion;
  const deletedFiles = await deleteUnreferencedFiles(tx.db, serviceId, fileIds);
  wakeBlobDeletion(tx, deletedFiles.blobs);
  return { ...deletion, change: sumChanges([deletion.change, { fileBytes: -deletedFiles.bytes }]) };
}

const NO_DELETION: Deletion = {
  counts: {
    participants: 0,
    documents: 0,
    matches: 0,
    pendingMatches: 0,
    trueMatches: 0,
    screenings: 0,
    reports: 0,
    consents: 0,
    extractions: 0,
    files: 0,
  },
  blobs: 0,
  change: {},
};

async function addAndChange(tx: RequestContext, plan: UpsertPlan): Promise<Partial<CountDelta>> {
  const { serviceId } = tx.caller;
  const { added, changed, documents, matches } = plan;
  const onQueued = (): void => tx.wakeWorker?.();
  if (added.length > 0) await insertParticipants(tx.db, serviceId, { rows: added, onQueued });
  if (added.length >= REPLAN_ROWS) await discardPlans(tx.db);
  if (changed.length > 0) await updateParticipants(tx.db, serviceId, { rows: changed, onQueued });
  if (documents.added.length > 0) await insertDocuments(tx.db, serviceId, documents.added);
  return matches.length === 0 ? {} : await addMatches(tx, matches);
}

async function addMatches(
  tx: RequestContext,
  matches: readonly NewMatch[],
): Promise<Partial<CountDelta>> {
  const { serviceId } = tx.caller;
  await insertMatches(tx.db, serviceId, matches);
  const ids = new Set(matches.map((match) => match.participantId));
  const pendingParticipants = await updatePendingFlags(tx.db, serviceId, [...ids]);
  const pendingMatches = matches.filter((match) => match.state === 'pending').length;
  return { pendingParticipants, pendingMatches };
}
