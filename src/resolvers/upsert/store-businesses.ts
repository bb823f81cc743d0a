import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { refreshFlags, touchBusinesses } from '../../db/queries/business/business-flags.ts';
import { recordUpserts } from '../../db/queries/records/record-upserts.ts';
import type { BusinessContent } from '../../db/queries/upsert/upsert-business.ts';
import { insertBusinesses, updateBusinesses } from '../../db/queries/upsert/upsert-businesses.ts';
import { mergeText } from '../../domain/business/merge-text.ts';
import { type CountDelta, sumChanges } from '../../domain/business/service-counts.ts';
import { AppError } from '../../errors.ts';
import { type AcceptedBusiness, acceptBusinesses } from './accept-businesses.ts';
import { draftUpserts, type UpsertDraft } from './draft-upserts.ts';
import { type ReservedIds, reserveUpserts } from './reserve-upserts.ts';
import { type StoredParticipants, storeParticipantsOfBusinesses } from './store-participants.ts';
import {
  addResponsibles,
  countAddedUsers,
  readResponsiblesPlan,
  renameResponsibles,
} from './store-responsibles.ts';
import type { Upsert } from './upsert-business.ts';
import type { UpsertBusinessInput } from './write-inputs.ts';
import { hasChanges, isSameContent } from './write-upsert.ts';

/** Row of the business, without its participants. */
type BusinessRow = AcceptedBusiness & {
  id: number;
  content: BusinessContent;
  isResponsibleChanged: boolean;
};

type WrittenBusiness = BusinessRow & { result: Pick<StoredParticipants, 'counts' | 'changes'> };

/** Checks and writes the businesses, and returns the outcome of each, in their order. */
export async function storeBusinesses(
  tx: RequestContext,
  inputs: readonly (UpsertBusinessInput | AppError)[],
): Promise<(Upsert | AppError)[]> {
  const checked = await acceptBusinesses(tx, inputs);
  const accepted = checked.flatMap((result) => (result instanceof AppError ? [] : result));
  const drafts = await draftUpserts(tx, accepted);
  const { rows, reserved } = await storeRows(tx, accepted, drafts);
  const participantsToStore = drafts.flatMap((draft, index) => {
    const row = rows[index];
    return row === undefined ? [] : { businessId: row.id, draft };
  });
  const { stored: storedParticipants, countChange } = await storeParticipantsOfBusinesses(
    tx,
    participantsToStore,
    reserved,
  );
  const written = rows.flatMap((row, index) => {
    const stored = storedParticipants[index];
    return stored === undefined ? [] : { ...row, result: stored };
  });
  await storeFollowUps(tx, written, countChange);
  const upserts = await Promise.all(written.map(async (business) => await toUpsert(tx, business)));
  return checked.map((result) => {
    if (result instanceof AppError) return result;
    const upsert = upserts.shift();
    if (upsert === undefined) throw new Error('An accepted business was not written.');
    return upsert;
  });
}

/** Reserves ids, stores the responsible users and inserts the new businesses. */
async function storeRows(
  tx: RequestContext,
  accepted: readonly AcceptedBusiness[],
  drafts: readonly UpsertDraft[],
): Promise<{ rows: BusinessRow[]; reserved: ReservedIds }> {
  const { serviceId } = tx.caller;
  const plan = await readResponsiblesPlan(
    tx,
    accepted.map(({ input, existing }) => ({
      sent: input.responsibleUser,
      currentId: existing?.responsibleUserId ?? null,
    })),
  );
  await renameResponsibles(tx, plan);
  const businesses = accepted.filter(isNew).length;
  const users = countAddedUsers(plan);
  const reserved = await reserveUpserts(tx, { users, businesses, drafts });
  const responsibles = await addResponsibles(tx, plan, reserved.userId);
  let nextId = reserved.businessId;
  const rows = accepted.map((business, index) => {
    const { userId = null, isChanged = false } = responsibles[index] ?? {};
    const { code, name } = business.input;
    const content = {
      code,
      name: mergeText(name, business.existing?.name),
      responsibleUserId: userId,
    };
    const id = business.existing?.id ?? nextId++;
    return { ...business, id, content, isResponsibleChanged: isChanged };
  });
  const added = rows.filter(isNew);
  if (added.length > 0)
    await insertBusinesses(
      tx.db,
      serviceId,
      added.map(({ id, input: { externalId }, content }) => ({ id, externalId, ...content })),
    );
  return { rows, reserved };
}

/**
 * Writes what depends on the stored participants: changed businesses, versions, flags, audit events, events and
 * counters.
 */
async function storeFollowUps(
  tx: RequestContext,
  written: readonly WrittenBusiness[],
  participantDelta: CountDelta,
): Promise<void> {
  const { serviceId } = tx.caller;
  const added = written.filter(isNew);
  const withNewContent = written.filter(
    ({ existing, content }) => existing && !isSameContent(existing, content),
  );
  const touched = written.filter(
    (business) =>
      business.existing !== undefined &&
      (withNewContent.includes(business) ||
        business.isResponsibleChanged ||
        hasChanges(business.result.counts)),
  );
  const changed = withNewContent.map(({ id, content }) => ({ id, ...content }));
  if (changed.length > 0) await updateBusinesses(tx.db, serviceId, changed);
  if (touched.length > 0) await touchBusinesses(tx.db, serviceId, listIds(touched));
  if (added.length > 0) await refreshFlags(tx.db, serviceId, listIds(added));
  await recordWritten(
    tx,
    written.filter((business) => isNew(business) || touched.includes(business)),
    sumChanges([{ businesses: added.length }, participantDelta]),
  );
}

function isNew({ existing }: AcceptedBusiness): boolean {
  return existing === undefined;
}

function listIds(written: readonly WrittenBusiness[]): number[] {
  return written.map((business) => business.id);
}

async function recordWritten(
  tx: RequestContext,
  written: readonly WrittenBusiness[],
  countChange: CountDelta,
): Promise<void> {
  if (written.length === 0) return;
  const { serviceId, userId, apiKeyId } = requireScope(tx.caller, 'business:write');
  const upserts = written.map(({ id: businessId, existing, result }) => {
    const created = existing === undefined;
    return {
      businessId,
      created,
      details: { businessId, created, receiptId: null, ...result.counts },
    };
  });
  const actor = { serviceId, userId, apiKeyId, requestId: tx.requestId };
  await recordUpserts(tx.db, actor, { upserts, countChange, quotas: tx.quotas });
}

async function toUpsert(
  tx: RequestContext,
  { id, existing, result }: WrittenBusiness,
): Promise<Upsert> {
  const business = await tx.loaders.business.load(id);
  if (business === undefined) throw new Error('A business that was just written is missing.');
  return { business, created: existing === undefined, changes: result.changes, receipt: null };
}
