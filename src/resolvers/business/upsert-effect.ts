import { requireScope } from '../../auth/scopes.ts';
import type { Ctx } from '../../context.ts';
import { refreshFlags, touchBusiness } from '../../db/queries/business/business-flags.ts';
import { type HeldForUpsert, holdForUpsert } from '../../db/queries/business/held-for-upsert.ts';
import {
  type BusinessContent,
  type HeldBusiness,
  insertBusiness,
  updateBusiness,
} from '../../db/queries/business/upsert-business.ts';
import { allocateIds } from '../../db/queries/records/id-counters.ts';
import { recordChange } from '../../db/queries/records/record-change.ts';
import { type DeletionReceipt, foundCountsOf } from '../../domain/completion.ts';
import { mergeText } from '../../domain/merge-text.ts';
import { type CountChange, sumChanges } from '../../domain/service-counts.ts';
import type { ParticipantChanges } from '../../domain/upsert-participants.ts';
import { AppError } from '../../errors.ts';
import type { Effect } from '../common/run-once.ts';
import { appendReceipt } from '../receipts/receipt-chain.ts';
import { checkVersion, NO_VERSION } from './check-version.ts';
import { recallUpsert, rememberUpsert } from './remember-upsert.ts';
import { type Stored, type StoredCounts, storeParticipants } from './store-participants.ts';
import { storeResponsible } from './store-responsible.ts';
import type { UpsertBusinessInput } from './write-inputs.ts';

/**
 * What an upsert did, while its transaction goes on; `receipt` proves the deletion of participants, null where none was
 * deleted.
 */
export type UpsertDone = {
  businessId: number;
  created: boolean;
  changes: ParticipantChanges;
  receipt: DeletionReceipt | null;
};

/**
 * An upsert for runOnce, which tells nothing of the business yet but its id. Checks the scope, and that of a deletion where
 * one is wanted.
 */
export function upsertEffect(ctx: Ctx, input: UpsertBusinessInput): Effect<UpsertDone> {
  requireScope(ctx.caller, 'business:write');
  if (input.missingParticipants === 'delete') requireScope(ctx.caller, 'business:complete');
  const { idempotencyKey, ...request } = input;
  const { participants } = input;
  return {
    operation: 'upsertBusiness',
    key: idempotencyKey,
    // The name `asked` is part of the hashes that are stored already.
    input: { asked: request },
    // Null clears a field, and a field that is left out keeps its value.
    nulls: 'kept',
    run: async (tx) => await upsert(tx, input),
    remember: (done) => rememberUpsert(participants, done),
    replay: async (tx, outcome) => await recallUpsert(tx, participants, outcome),
  };
}

async function upsert(tx: Ctx, input: UpsertBusinessInput): Promise<UpsertDone> {
  const { serviceId } = tx.caller;
  const { externalId } = input;
  const externalPersonIds = input.participants.map((one) => one.externalPersonId);
  const held = await holdForUpsert(tx.db, { serviceId, externalId, externalPersonIds });
  checkVersion(held?.business.version ?? NO_VERSION, input.expectedVersion);
  return held === undefined ? await create(tx, input) : await update(tx, held, input);
}

async function create(tx: Ctx, input: UpsertBusinessInput): Promise<UpsertDone> {
  const { serviceId } = tx.caller;
  const responsible = await storeResponsible(tx, input.responsibleUser, null);
  const id = await allocateIds(tx.db, { serviceId, kind: 'business', count: 1 });
  await insertBusiness(tx.db, {
    serviceId,
    id,
    externalId: input.externalId,
    code: input.code,
    name: mergeText(input.name, null),
    responsibleUserId: responsible.userId,
  });
  const stored = await storeParticipants(tx, { businessId: id, known: undefined }, input);
  await refreshFlags(tx.db, serviceId, [id]);
  const countChange = sumChanges([{ businesses: 1 }, stored.countChange]);
  const { counts, changes } = stored;
  await recordUpsert(tx, { businessId: id, created: true, counts, countChange, receipt: null });
  return { businessId: id, created: true, changes, receipt: null };
}

async function update(
  tx: Ctx,
  { business: held, ...known }: HeldForUpsert,
  input: UpsertBusinessInput,
): Promise<UpsertDone> {
  const key = { serviceId: tx.caller.serviceId, id: held.id };
  const responsible = await storeResponsible(tx, input.responsibleUser, held.responsibleUserId);
  const content = {
    code: input.code,
    name: mergeText(input.name, held.name),
    responsibleUserId: responsible.userId,
  };
  const stored = await storeParticipants(tx, { businessId: held.id, known }, input);
  const { counts, changes, countChange } = stored;
  const receipt = await recordDeletion(tx, held.id, stored);
  const hasOtherContent = !isSameContent(held, content);
  if (hasOtherContent) await updateBusiness(tx.db, key, content);
  if (hasOtherContent || responsible.isChanged || hasChanges(counts)) {
    await touchBusiness(tx.db, key.serviceId, key.id);
    await recordUpsert(tx, { businessId: held.id, created: false, counts, countChange, receipt });
  }
  return { businessId: held.id, created: false, changes, receipt };
}

async function recordDeletion(
  tx: Ctx,
  businessId: number,
  { removed }: Stored,
): Promise<DeletionReceipt | null> {
  if (removed.participants === 0) return null;
  return await appendReceipt(tx, {
    businessId,
    deleteMode: 'missing',
    deletedParticipantCount: removed.participants,
    deletedDocumentCount: removed.documents,
    deletedFound: foundCountsOf(removed),
    businessDeleted: false,
    completedByUserId: requireScope(tx.caller, 'business:write').userId,
  });
}

/** Whether the columns that a provider writes are so already. */
export function isSameContent(held: HeldBusiness, content: BusinessContent): boolean {
  return (
    held.code === content.code &&
    held.name === content.name &&
    held.responsibleUserId === content.responsibleUserId
  );
}

export function hasChanges(counts: StoredCounts): boolean {
  return Object.values(counts).some((count) => count > 0);
}

/** Of a request that comes again. */
export function deletedSince(): AppError {
  return new AppError('business_not_found', 'The business of this request was deleted since.');
}

type Done = {
  businessId: number;
  created: boolean;
  counts: StoredCounts;
  countChange: CountChange;
  receipt: DeletionReceipt | null;
};

async function recordUpsert(tx: Ctx, done: Done): Promise<void> {
  const { businessId, created, counts } = done;
  const receiptId = done.receipt?.id ?? null;
  const { serviceId, userId, apiKeyId } = requireScope(tx.caller, 'business:write');
  await recordChange(tx.db, {
    audit: {
      serviceId,
      action: 'business_upserted',
      userId,
      apiKeyId,
      requestId: tx.requestId,
      details: { businessId, created, receiptId, ...counts },
    },
    event: { serviceId, type: 'business_upserted', businessId, created, receiptId },
    counts: done.countChange,
  });
}
