import type { RequestContext } from '../../context.ts';
import {
  type LookedUp,
  lookUpRfcs,
  type VersionOnDay,
} from '../../db/queries/list-search/looked-up.ts';
import type { Moment } from '../../domain/lists/list-age.ts';
import { ALL_SERVICES, type SharedListCode } from '../../domain/lists/list-source.ts';
import { type ListSummary, summarizeList } from '../../domain/lists/list-summary.ts';
import { AppError } from '../../errors.ts';
import { askedDay } from '../common/asked-day.ts';
import { endOfDay } from '../common/end-of-day.ts';
import { mapInTurns } from '../common/map-in-turns.ts';
import { LOOKED_UP_MAX } from './inputs.ts';

/** List that a result is based on, as of the requested day. */
export type CheckedList = ListSummary & { code: SharedListCode };

export type Found = {
  checked: CheckedList[];
  /** True when every list was searched. */
  isComplete: boolean;
  /** By RFC; nothing for one that never stood in a list. */
  versionsOf: (rfc: string) => readonly VersionOnDay[];
};

type Asked = { rfcs: readonly string[]; asOf: string | null | undefined };

/** Maximum number of versions in the result of one request: a few RFCs have hundreds of rows, most have none. */
const VERSIONS_MAX = 50_000;
/** Approximate size of a version in memory, in bytes. */
const VERSION_BYTES = 1024;
/** Number of RFCs up to which no memory is reserved. */
const WITHOUT_ROOM_MAX = 100;

/**
 * Looks RFCs up in lists that all services share, as they are on a day. Throws AppError `invalid_input` for a day to
 * come, `list_unavailable` where none of the lists is loaded for that day, `limit_exceeded` where too much is found, and as
 * makeRoom.
 */
export async function lookUp(
  ctx: RequestContext,
  sources: readonly SharedListCode[],
  { rfcs, asOf }: Asked,
): Promise<Found> {
  const day = askedDay({ asOf });
  const asked = { serviceId: ALL_SERVICES, sources, rfcs: [...new Set(rfcs)], day };
  const tell = await makeRoom(ctx, asked.rfcs.length);
  const found = await lookUpRfcs(ctx.db, { ...asked, limit: VERSIONS_MAX + 1 });
  tell?.(found.versions.length * VERSION_BYTES);
  if (found.versions.length > VERSIONS_MAX) throw new AppError('limit_exceeded', TOO_MUCH);
  const checked = checkLists(sources, found, endOfDay(day));
  if (checked.every(({ isLoaded }) => !isLoaded))
    throw new AppError('list_unavailable', 'The list is not loaded for the requested day.');
  const byRfc = Map.groupBy(found.versions, ({ rfc }) => rfc);
  return {
    checked,
    isComplete: checked.every(({ isLoaded }) => isLoaded),
    versionsOf: (rfc) => byRfc.get(rfc) ?? [],
  };
}

/**
 * Reserves memory for large results before they are read. Throws AppError `too_many_requests` when the wait takes too
 * long.
 */
async function makeRoom(
  { rows }: RequestContext,
  count: number,
): Promise<((bytes: number) => void) | undefined> {
  if (count <= WITHOUT_ROOM_MAX) return undefined;
  return await rows?.reserve(((count * VERSIONS_MAX) / LOOKED_UP_MAX) * VERSION_BYTES);
}

/** Returns the results in the order of the RFCs. A repeated RFC is processed once. */
export async function listEach<Listing>(
  ctx: RequestContext,
  rfcs: readonly string[],
  makeOne: (rfc: string) => Listing,
): Promise<Listing[]> {
  const made = new Map<string, Listing>();
  return await mapInTurns(ctx, rfcs, {
    makeOne: (rfc) => {
      const listing = made.get(rfc) ?? makeOne(rfc);
      made.set(rfc, listing);
      return listing;
    },
  });
}

const TOO_MUCH = `More than ${VERSIONS_MAX} rows were found: ask for fewer RFCs at once.`;

function checkLists(
  sources: readonly SharedListCode[],
  { snapshots }: LookedUp,
  now: Moment,
): CheckedList[] {
  return sources.map((code) => {
    const snapshot = snapshots.find(({ source }) => source === code);
    return { ...summarizeList(code, snapshot ?? null, now), code };
  });
}
