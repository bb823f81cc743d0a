import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { refreshFlags, touchBusinesses } from '../../db/queries/business/business-flags.ts';
import { recordUpserts } from '../../db/queries/records/record-upserts.ts';
import type { BusinessContent } from '../../db/queries/upsert/upsert-business.ts';
import { insertBusinesses, updateBusinesses } from '../../db/queries/upsert/upsert-businesses.ts';
import { mergeText } from '../../domain/business/merge-text.ts';
import { type CountDelta, sumChanges } from '../../domain/business/service-counts.ts';
import { AppError } from '../../errors.ts';
import { type Accepted, acceptBusinesses } from './accept-businesses.ts';
import { draftUpserts, type UpsertDraft } from './draft-upserts.ts';
import { type Reserved, reserveUpserts } from './reserve-upserts.ts';
import { type Stored, storeParticipantsOfBusinesses } from './store-participants.ts';
import {
  addResponsibles,
  countAddedUsers,
  findResponsibles,
  renameResponsibles,
} from './store-responsibles.ts';
import type { Upsert } from './upsert-business.ts';
import type { UpsertBusinessInput } from './write-inputs.ts';
import { hasChanges, isSameContent } from './write-upsert.ts';

/** Row of the business, without its participants. */
type Row = Accepted & { id: number; content: BusinessContent; isResponsibleChanged: boolean };

type Written = Row & { result: Pick<Stored, 'counts' | 'changes'> };

/** Writes the accepted businesses and returns the outcome of each, in their order. */
export async function storeBusinesses(
  tx: RequestContext,
  inputs: readonly (UpsertBusinessInput | AppError)[],
): Promise<(Upsert | AppError)[]> {
  const checked = await acceptBusinesses(tx, inputs);
  const accepted = checked.flatMap((result) => (result instanceof AppError ? [] : result));
  const drafts = await draftUpserts(tx, accepted);
  const { rows, reserved } = await storeRows(tx, accepted, drafts);
  const storing = drafts.flatMap((draft, index) => {
    const row = rows[index];
    return row === undefined ? [] : { businessId: row.id, draft };
  });
  const { stored: all, countChange } = await storeParticipantsOfBusinesses(tx, storing, reserved);
  const written = rows.flatMap((row, index) => {
    const stored = all[index];
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

async function storeRows(
  tx: RequestContext,
  accepted: readonly Accepted[],
  drafts: readonly UpsertDraft[],
): Promise<{ rows: Row[]; reserved: Reserved }> {
  const { serviceId } = tx.caller;
  const plan = await findResponsibles(
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
  let next = reserved.businessId;
  const rows = accepted.map((business, index) => {
    const { userId = null, isChanged = false } = responsibles[index] ?? {};
    const { code, name } = business.input;
    const content = {
      code,
      name: mergeText(name, business.existing?.name),
      responsibleUserId: userId,
    };
    const id = business.existing?.id ?? next++;
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

/** Updates changed businesses, versions and flags, and records events and counters, for new and changed businesses. */
async function storeFollowUps(
  tx: RequestContext,
  written: readonly Written[],
  ofParticipants: CountDelta,
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
    sumChanges([{ businesses: added.length }, ofParticipants]),
  );
}

function isNew({ existing }: Accepted): boolean {
  return existing === undefined;
}

function listIds(written: readonly Written[]): number[] {
  return written.map((business) => business.id);
}

async function recordWritten(
  tx: RequestContext,
  written: readonly Written[],
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

async function toUpsert(tx: RequestContext, { id, existing, result }: Written): Promise<Upsert> {
  const business = await tx.loaders.business.load(id);
  if (business === undefined) throw new Error('A business that was just written is gone.');
  return { business, created: existing === undefined, changes: result.changes, receipt: null };
}
