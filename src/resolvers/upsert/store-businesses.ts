import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { refreshFlags, touchBusinesses } from '../../db/queries/business/business-flags.ts';
import { recordUpserts } from '../../db/queries/records/record-upserts.ts';
import type { BusinessContent, StoredBusiness } from '../../db/queries/upsert/upsert-business.ts';
import {
  insertBusinesses,
  listParticipantsOfPairs,
  lockBusinessesByExternalIds,
  updateBusinesses,
} from '../../db/queries/upsert/upsert-businesses.ts';
import { mergeText } from '../../domain/business/merge-text.ts';
import { type CountChange, sumChanges } from '../../domain/business/service-counts.ts';
import type { CapturedParticipant } from '../../domain/business/upsert-participants.ts';
import { AppError } from '../../errors.ts';
import { checkVersion, NO_VERSION } from '../business/check-version.ts';
import { checkAmbiguous } from './check-ambiguous.ts';
import { draftUpserts, type UpsertDraft } from './draft-upserts.ts';
import { type Reserved, reserveUpserts } from './reserve-upserts.ts';
import { type Stored, storeParticipantsOf } from './store-participants.ts';
import {
  addResponsibles,
  countAddedUsers,
  findResponsibles,
  renameResponsibles,
} from './store-responsibles.ts';
import type { Upsert } from './upsert-business.ts';
import type { UpsertBusinessInput } from './write-inputs.ts';
import { hasChanges, isSameContent } from './write-upsert.ts';

/** Business that passed all checks. */
type Accepted = {
  input: UpsertBusinessInput;
  held: StoredBusiness | undefined;
  stored: readonly CapturedParticipant[];
};

/** Row of the business, without its participants. */
type Row = Accepted & { id: number; content: BusinessContent; isResponsibleChanged: boolean };

type Written = Row & { done: Pick<Stored, 'counts' | 'changes'> };

/** Writes the accepted businesses and returns the outcome of each, in their order. */
export async function storeBusinesses(
  tx: RequestContext,
  asked: readonly (UpsertBusinessInput | AppError)[],
): Promise<(Upsert | AppError)[]> {
  const looked = await accept(tx, asked);
  const accepted = looked.flatMap((one) => (one instanceof AppError ? [] : one));
  const drafts = await draftUpserts(tx, accepted);
  const { rows, reserved } = await storeRows(tx, accepted, drafts);
  const storing = drafts.flatMap((draft, place) => {
    const row = rows[place];
    return row === undefined ? [] : { businessId: row.id, draft };
  });
  const { stored: all, countChange } = await storeParticipantsOf(tx, storing, reserved);
  const written = rows.flatMap((row, place) => {
    const one = all[place];
    return one === undefined ? [] : { ...row, done: one };
  });
  await finish(tx, written, countChange);
  const upserts = await Promise.all(written.map(async (one) => await toUpsert(tx, one)));
  return looked.map((one) => {
    if (one instanceof AppError) return one;
    const upsert = upserts.shift();
    if (upsert === undefined) throw new Error('An accepted business was not written.');
    return upsert;
  });
}

/** Locks the existing businesses and runs the checks that may reject one of them. */
async function accept(
  tx: RequestContext,
  asked: readonly (UpsertBusinessInput | AppError)[],
): Promise<(Accepted | AppError)[]> {
  const { serviceId } = tx.caller;
  const inputs = asked.flatMap((one) => (one instanceof AppError ? [] : one));
  const ids = inputs.map((one) => one.externalId);
  const held = ids.length === 0 ? [] : await lockBusinessesByExternalIds(tx.db, serviceId, ids);
  const byExternalId = new Map(held.map((one) => [one.externalId, one]));
  const pairs = inputs.flatMap(({ externalId, participants }) => {
    const businessId = byExternalId.get(externalId)?.id;
    if (businessId === undefined) return [];
    return participants.map(({ externalPersonId }) => ({ businessId, externalPersonId }));
  });
  const known = pairs.length === 0 ? [] : await listParticipantsOfPairs(tx.db, serviceId, pairs);
  const byBusiness = Map.groupBy(known, (one) => one.businessId);
  return asked.map((input) => {
    if (input instanceof AppError) return input;
    const business = byExternalId.get(input.externalId);
    const stored = business === undefined ? [] : (byBusiness.get(business.id) ?? []);
    return check({ input, held: business, stored });
  });
}

function check(one: Accepted): Accepted | AppError {
  try {
    checkVersion(one.held?.version ?? NO_VERSION, one.input.expectedVersion);
    checkAmbiguous(one.input.participants, one.stored);
    return one;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

async function storeRows(
  tx: RequestContext,
  accepted: readonly Accepted[],
  drafts: readonly UpsertDraft[],
): Promise<{ rows: Row[]; reserved: Reserved }> {
  const { serviceId } = tx.caller;
  const plan = await findResponsibles(
    tx,
    accepted.map(({ input, held }) => ({
      sent: input.responsibleUser,
      currentId: held?.responsibleUserId ?? null,
    })),
  );
  await renameResponsibles(tx, plan);
  const businesses = accepted.filter((one) => one.held === undefined).length;
  const users = countAddedUsers(plan);
  const reserved = await reserveUpserts(tx, { users, businesses, drafts });
  const responsibles = await addResponsibles(tx, plan, reserved.userId);
  let next = reserved.businessId;
  const rows = accepted.map((one, place) => {
    const { userId = null, isChanged = false } = responsibles[place] ?? {};
    const { code, name } = one.input;
    const content = {
      code,
      name: mergeText(name, one.held?.name),
      responsibleUserId: userId,
    };
    const id = one.held?.id ?? next++;
    return { ...one, id, content, isResponsibleChanged: isChanged };
  });
  const added = rows.filter((one) => one.held === undefined);
  if (added.length > 0)
    await insertBusinesses(
      tx.db,
      serviceId,
      added.map(({ id, input: { externalId }, content }) => ({ id, externalId, ...content })),
    );
  return { rows, reserved };
}

/** Versions, flags and records, of what is new or became another. */
async function finish(
  tx: RequestContext,
  written: readonly Written[],
  ofParticipants: CountChange,
): Promise<void> {
  const { serviceId } = tx.caller;
  const added = written.filter((one) => one.held === undefined);
  const other = written.filter(({ held, content }) => held && !isSameContent(held, content));
  const touched = written.filter(
    (one) =>
      one.held !== undefined &&
      (other.includes(one) || one.isResponsibleChanged || hasChanges(one.done.counts)),
  );
  const changed = other.map(({ id, content }) => ({ id, ...content }));
  if (changed.length > 0) await updateBusinesses(tx.db, serviceId, changed);
  if (touched.length > 0) await touchBusinesses(tx.db, serviceId, idsOf(touched));
  if (added.length > 0) await refreshFlags(tx.db, serviceId, idsOf(added));
  await record(
    tx,
    written.filter((one) => one.held === undefined || touched.includes(one)),
    sumChanges([{ businesses: added.length }, ofParticipants]),
  );
}

function idsOf(written: readonly Written[]): number[] {
  return written.map((one) => one.id);
}

async function record(
  tx: RequestContext,
  written: readonly Written[],
  countChange: CountChange,
): Promise<void> {
  if (written.length === 0) return;
  const { serviceId, userId, apiKeyId } = requireScope(tx.caller, 'business:write');
  const upserts = written.map(({ id: businessId, held, done }) => {
    const created = held === undefined;
    return {
      businessId,
      created,
      details: { businessId, created, receiptId: null, ...done.counts },
    };
  });
  const by = { serviceId, userId, apiKeyId, requestId: tx.requestId };
  await recordUpserts(tx.db, by, { upserts, countChange, quotas: tx.quotas });
}

async function toUpsert(tx: RequestContext, { id, held, done }: Written): Promise<Upsert> {
  const business = await tx.loaders.business.load(id);
  if (business === undefined) throw new Error('A business that was just written is gone.');
  return { business, created: held === undefined, changes: done.changes, receipt: null };
}
