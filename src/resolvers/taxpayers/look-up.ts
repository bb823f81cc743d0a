import type { RequestContext } from '../../context.ts';
import {
  lookUpRfcs,
  type RfcLookup,
  type VersionOnDay,
} from '../../db/queries/list-search/look-up-rfcs.ts';
import type { Moment } from '../../domain/lists/list-age.ts';
import { ALL_SERVICES, type SharedListCode } from '../../domain/lists/list-source.ts';
import { type ListSummary, summarizeList } from '../../domain/lists/list-summary.ts';
import { AppError } from '../../errors.ts';
import { getLatestMoment } from '../common/latest-moment.ts';
import { mapWithYields } from '../common/map-with-yields.ts';
import { resolveAsOf } from '../common/resolve-as-of.ts';
import { LOOKUP_RFCS_MAX } from './inputs.ts';

/** List that a result is based on, as of the requested day. */
export type CheckedList = ListSummary & { code: SharedListCode };

export type LookupResult = {
  checked: CheckedList[];
  /** True when every list is loaded for the day. */
  isComplete: boolean;
  /** Returns the versions of an RFC; empty when it never was in a list. */
  getVersions: (rfc: string) => readonly VersionOnDay[];
};

type LookupQuery = { rfcs: readonly string[]; asOf: string | null | undefined };

/** Maximum number of versions in the result of one request: a few RFCs have hundreds of rows, most have none. */
const VERSIONS_MAX = 50_000;
/** Approximate size of a version in memory, in bytes. */
const VERSION_BYTES = 1024;
/** Number of RFCs up to which no memory is reserved: the reservation would be 1 MB. */
const UNRESERVED_MAX = 100;

/**
 * Looks RFCs up in shared lists as of a day. Throws AppError `invalid_input` for a day in the future,
 * `list_unavailable` when none of the lists is loaded for that day, `limit_exceeded` for too large a result, and
 * `too_many_requests` when the wait for memory takes too long.
 */
export async function lookUp(
  ctx: RequestContext,
  sources: readonly SharedListCode[],
  { rfcs, asOf }: LookupQuery,
): Promise<LookupResult> {
  const day = resolveAsOf({ asOf });
  const query = { serviceId: ALL_SERVICES, sources, rfcs: [...new Set(rfcs)], day };
  const reportBytes = await reserveMemory(ctx, query.rfcs.length);
  const result = await lookUpRfcs(ctx.db, { ...query, limit: VERSIONS_MAX + 1 });
  reportBytes?.(result.versions.length * VERSION_BYTES);
  if (result.versions.length > VERSIONS_MAX) throw new AppError('limit_exceeded', TOO_MANY_ROWS);
  const checked = describeCheckedLists(sources, result, getLatestMoment(day));
  if (checked.every(({ isLoaded }) => !isLoaded))
    throw new AppError('list_unavailable', 'The list is not loaded for the requested day.');
  const byRfc = Map.groupBy(result.versions, ({ rfc }) => rfc);
  return {
    checked,
    isComplete: checked.every(({ isLoaded }) => isLoaded),
    getVersions: (rfc) => byRfc.get(rfc) ?? [],
  };
}

/**
 * Reserves memory for a large result before it is read. Returns a function that adjusts the reservation to the actual
 * bytes; undefined when nothing was reserved. Throws AppError `too_many_requests` when the wait takes too long.
 */
async function reserveMemory(
  { rows }: RequestContext,
  count: number,
): Promise<((bytes: number) => void) | undefined> {
  if (count <= UNRESERVED_MAX) return undefined;
  return await rows?.reserve(((count * VERSIONS_MAX) / LOOKUP_RFCS_MAX) * VERSION_BYTES);
}

/** Creates the results in the order of the RFCs. A repeated RFC is processed once. */
export async function listInOrder<Listing>(
  ctx: RequestContext,
  rfcs: readonly string[],
  createListing: (rfc: string) => Listing,
): Promise<Listing[]> {
  const listings = new Map<string, Listing>();
  return await mapWithYields(ctx, rfcs, {
    mapItem: (rfc) => {
      const listing = listings.get(rfc) ?? createListing(rfc);
      listings.set(rfc, listing);
      return listing;
    },
  });
}

const TOO_MANY_ROWS = `More than ${VERSIONS_MAX} rows were found. Send fewer RFCs at once.`;

function describeCheckedLists(
  sources: readonly SharedListCode[],
  { snapshots }: RfcLookup,
  now: Moment,
): CheckedList[] {
  return sources.map((code) => {
    const snapshot = snapshots.find(({ source }) => source === code);
    return { ...summarizeList(code, snapshot ?? null, now), code };
  });
}
