import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { refreshFlags, touchBusiness } from '../../db/queries/business/business-flags.ts';
import type { DeletionScope } from '../../db/queries/completion/deletion-scope.ts';
import { recordChange } from '../../db/queries/records/record-change.ts';
import {
  type BusinessContent,
  insertBusiness,
  type StoredBusiness,
  updateBusiness,
} from '../../db/queries/upsert/upsert-business.ts';
import {
  type DeletionReceipt,
  toEvidenceCounts,
  toScreeningCounts,
} from '../../domain/business/completion.ts';
import { mergeText } from '../../domain/business/merge-text.ts';
import { type CountDelta, sumChanges } from '../../domain/business/service-counts.ts';
import type { ParticipantChanges } from '../../domain/business/upsert-participants.ts';
import { checkAcknowledged } from '../completion/check-acknowledged.ts';
import { appendReceipt } from '../receipts/receipt-chain.ts';
import type { UpsertDraft } from './draft-upserts.ts';
import { type ReservedIds, reserveUpserts } from './reserve-upserts.ts';
import {
  type StoredCounts,
  type StoredParticipants,
  storeParticipants,
} from './store-participants.ts';
import {
  addResponsibles,
  countAddedUsers,
  type Responsible,
  type ResponsiblesPlan,
  renameResponsibles,
} from './store-responsibles.ts';
import type { UpsertBusinessInput } from './write-inputs.ts';

/**
 * Effect of an upsert within its transaction. `receipt` is the receipt for deleted participants, null when none was
 * deleted.
 */
export type UpsertResult = {
  businessId: number;
  created: boolean;
  changes: ParticipantChanges;
  receipt: DeletionReceipt | null;
};

/** Upsert planned but not yet written. */
export type PlannedUpsert = {
  input: UpsertBusinessInput;
  draft: UpsertDraft;
  responsible: ResponsiblesPlan;
};

type ReservationOptions = { businesses: number; scope: DeletionScope | undefined };

/** Reserves ids and stores the responsible user. */
async function reserveAndAssign(
  tx: RequestContext,
  { draft, responsible }: PlannedUpsert,
  options: ReservationOptions,
): Promise<ReservedIds & { responsible: Responsible }> {
  await renameResponsibles(tx, responsible);
  const users = countAddedUsers(responsible);
  const reserved = await reserveUpserts(tx, { ...options, users, drafts: [draft] });
  const [added] = await addResponsibles(tx, responsible, reserved.userId);
  if (added === undefined) throw new Error('An upsert has no entry for its responsible user.');
  return { ...reserved, responsible: added };
}

/** Adds a new business. */
export async function createBusiness(
  tx: RequestContext,
  plan: PlannedUpsert,
): Promise<UpsertResult> {
  const { serviceId } = tx.caller;
  const { input, draft } = plan;
  const { responsible, ...reserved } = await reserveAndAssign(tx, plan, {
    businesses: 1,
    scope: undefined,
  });
  const { businessId: id } = reserved;
  await insertBusiness(tx.db, {
    serviceId,
    id,
    externalId: input.externalId,
    code: input.code,
    name: mergeText(input.name, null),
    responsibleUserId: responsible.userId,
  });
  const stored = await storeParticipants(tx, { businessId: id, draft, reserved, scope: undefined });
  await refreshFlags(tx.db, serviceId, [id]);
  const countChange = sumChanges([{ businesses: 1 }, stored.countChange]);
  const { counts, changes } = stored;
  await recordUpsert(tx, { businessId: id, created: true, counts, countChange, receipt: null });
  return { businessId: id, created: true, changes, receipt: null };
}

/** Updates a business whose row lock the caller holds. */
export async function updateExistingBusiness(
  tx: RequestContext,
  existing: StoredBusiness,
  plan: PlannedUpsert,
): Promise<UpsertResult> {
  const { input, draft } = plan;
  const key = { serviceId: tx.caller.serviceId, id: existing.id };
  const scope: DeletionScope | undefined =
    input.missingParticipants === 'delete'
      ? {
          serviceId: key.serviceId,
          businessId: existing.id,
          participants: { except: draft.knownIds },
        }
      : undefined;
  const { responsible, ...reserved } = await reserveAndAssign(tx, plan, { businesses: 0, scope });
  const content = {
    code: input.code,
    name: mergeText(input.name, existing.name),
    responsibleUserId: responsible.userId,
  };
  const stored = await storeParticipants(tx, { businessId: existing.id, draft, reserved, scope });
  const { counts, changes, countChange } = stored;
  checkAcknowledged(stored.removed, input.acknowledge);
  const receipt = await recordDeletion(tx, existing.id, stored);
  const hasOtherContent = !isSameContent(existing, content);
  if (hasOtherContent) await updateBusiness(tx.db, key, content);
  if (hasOtherContent || responsible.isChanged || hasChanges(counts)) {
    await touchBusiness(tx.db, key.serviceId, key.id);
    await recordUpsert(tx, {
      businessId: existing.id,
      created: false,
      counts,
      countChange,
      receipt,
    });
  }
  return { businessId: existing.id, created: false, changes, receipt };
}

async function recordDeletion(
  tx: RequestContext,
  businessId: number,
  { removed }: StoredParticipants,
): Promise<DeletionReceipt | null> {
  if (removed.participants === 0) return null;
  return await appendReceipt(tx, {
    businessId,
    deleteMode: 'missing',
    deletedParticipantCount: removed.participants,
    deletedDocumentCount: removed.documents,
    deletedScreeningCounts: toScreeningCounts(removed),
    deletedEvidenceCounts: toEvidenceCounts(removed),
    businessDeleted: false,
    completedByUserId: requireScope(tx.caller, 'business:write').userId,
  });
}

/** True when the columns that a provider writes have these values already. */
export function isSameContent(existing: StoredBusiness, content: BusinessContent): boolean {
  return (
    existing.code === content.code &&
    existing.name === content.name &&
    existing.responsibleUserId === content.responsibleUserId
  );
}

export function hasChanges(counts: StoredCounts): boolean {
  return Object.values(counts).some((count) => count > 0);
}

type RecordedUpsert = {
  businessId: number;
  created: boolean;
  counts: StoredCounts;
  countChange: CountDelta;
  receipt: DeletionReceipt | null;
};

async function recordUpsert(tx: RequestContext, result: RecordedUpsert): Promise<void> {
  const { businessId, created, counts } = result;
  const receiptId = result.receipt?.id ?? null;
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
    counts: result.countChange,
    quotas: tx.quotas,
  });
}
