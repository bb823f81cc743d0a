import { findIdentifiedWithLists } from '../../db/list-memory/lists-on-day-cache.ts';
import { type Candidates, findCandidates } from '../../db/queries/list-search/candidates.ts';
import type { IdentifiedInLists } from '../../db/queries/list-search/identified.ts';
import type { OwnedEntry } from '../../db/queries/lists/entries.ts';
import { countListKeys } from '../../db/queries/lists/key-counts.ts';
import { findValidEntries, type ValidEntriesQuery } from '../../db/queries/lists/valid-entries.ts';
import { ALL_SERVICES, LIST_SOURCES } from '../../domain/lists/list-source.ts';
import type { ScreenedParty } from '../../domain/screening/parties/screened-party.ts';
import { AppError } from '../../errors.ts';
import { createFairSemaphore } from '../../scheduling/fair-semaphore.ts';
import { searchIndexes } from './indexed-search.ts';
import { selectNearNames, type UnrankedCandidates } from './rank-candidates.ts';
import { OWN_LISTS } from './resolve-list-codes.ts';
import type { ScreeningContext, ScreenRequest } from './screen-request.ts';
import { listIndexKeys, toIdentifierProbes, toNameProbes } from './search-probes.ts';

/** Maximum number of candidate names for a subject. */
const CANDIDATES_MAX = 2000;
/** Number of names scanned when some lists are requested: most names belong to other lists. */
const REACH_FOR_SOME_LISTS = 5000;
/** Maximum number of entries read together with the lists: no more matches are returned for a subject. */
const ENTRIES_READ_MAX = 100;
const NO_NAMES: Pick<UnrankedCandidates, 'names' | 'partyTypes'> = {
  names: [],
  partyTypes: new Map(),
};
const NO_COUNTS: ReadonlyMap<string, number> = new Map();
/** Codes of the lists that all services share. */
export const SHARED_LISTS: readonly string[] = Object.keys(LIST_SOURCES);

/** Result of a search: lists as of the day, candidate names, and entries that share an identifier. */
export type SearchedLists = UnrankedCandidates &
  Pick<Candidates, 'lists'> & {
    /** Entries that the search has read already. */
    entries: readonly OwnedEntry[];
  };

/**
 * Searches the lists for parties; undefined when the lists changed during the search. Throws AppError
 * `too_many_requests` when too many searches of the service wait for the database.
 */
export async function searchLists(
  context: ScreeningContext,
  request: ScreenRequest,
  parties: readonly ScreenedParty[],
): Promise<SearchedLists | undefined> {
  const hasNames = parties.some(({ names }) => names.length > 0);
  if (hasNames && context.memory === undefined)
    return await searchInDatabase(context, { request, parties });
  const { db, serviceId } = context;
  const identified = await findIdentifiedWithLists(db, context.memory?.lists, {
    ...toListQuery(serviceId, request),
    identifiers: parties.flatMap(toIdentifierProbes),
    limit: CANDIDATES_MAX,
    completeMax: ENTRIES_READ_MAX,
  });
  if (!hasNames) return { ...identified, ...NO_NAMES };
  const isCurrent = identified.lists.every(({ isNewest }) => isNewest);
  const indexes = isCurrent ? context.memory?.names.find(identified.lists) : undefined;
  if (indexes === undefined)
    return await searchInDatabase(context, { request, parties, identified });
  // The indexes and the described lists have the same version stamps.
  const names = await searchIndexes({ serviceId, parties, limit: CANDIDATES_MAX }, indexes);
  return { ...identified, ...names };
}

type DatabaseSearch = {
  request: ScreenRequest;
  parties: readonly ScreenedParty[];
  /** Entries found by identifier; undefined when the same statement is to find them. */
  identified?: IdentifiedInLists;
};

/** Searches the lists in the database, without the indexes in memory. */
async function searchInDatabase(
  { db, serviceId }: ScreeningContext,
  { request, parties, identified }: DatabaseSearch,
): Promise<SearchedLists | undefined> {
  const listsQuery = toListQuery(serviceId, request);
  const { owners } = listsQuery;
  const keys = [...new Set(parties.flatMap(({ names }) => listIndexKeys(names)))];
  const counts = keys.length > 0 ? await countListKeys(db, { owners, keys }) : NO_COUNTS;
  const getCount = (key: string): number => counts.get(key) ?? 0;
  const probes = parties.flatMap(({ names }, index) => toNameProbes(names, index, getCount));
  const searchesAllLists = request.lists === 'all';
  const query = {
    ...listsQuery,
    identifiers: identified === undefined ? parties.flatMap(toIdentifierProbes) : [],
    names: probes,
    searchesAllEntries: searchesAllLists,
    reach: searchesAllLists ? CANDIDATES_MAX : REACH_FOR_SOME_LISTS,
    limit: CANDIDATES_MAX,
  };
  const { names, listsVersion, ...candidates } = await runWithPermit(serviceId, async () => {
    return await findCandidates(db, query);
  });
  if (identified !== undefined && identified.listsVersion !== listsVersion) return undefined;
  const base = identified ?? { ...candidates, entries: [] };
  if (names.length === 0) return { ...base, ...NO_NAMES };
  const nearNames = await selectNearNames(serviceId, parties, names);
  const { partyTypes, listsVersion: newListsVersion } = await findValidEntries(
    db,
    listsQuery,
    nearNames,
  );
  return newListsVersion === listsVersion ? { ...base, names: nearNames, partyTypes } : undefined;
}

/**
 * Runs a search, one at a time for each service: names with thousands of similar names keep a core of PostgreSQL busy
 * for seconds. Throws AppError `too_many_requests` when too many searches wait, or one waits so long that its
 * transaction would stay idle.
 */
async function runWithPermit<Result>(
  serviceId: number,
  search: () => Promise<Result>,
): Promise<Result> {
  const release = await searchPermits.acquire(serviceId);
  if (release === undefined)
    throw new AppError(
      'too_many_requests',
      'Too many searches of the service are waiting. Retry later.',
    );
  try {
    return await search();
  } finally {
    release();
  }
}

/** Permits for searches in the database by this process. */
const searchPermits = createFairSemaphore({
  permitsMax: 2,
  permitsPerKeyMax: 1,
  waitingPerKeyMax: 100,
  waitMs: 5_000,
});

function toListQuery(serviceId: number, { lists, asOf }: ScreenRequest): ValidEntriesQuery {
  return {
    owners: [ALL_SERVICES, serviceId],
    sources: lists === 'all' ? SHARED_LISTS : lists.filter((code) => code !== OWN_LISTS),
    includesCustomLists: lists === 'all' || lists.includes(OWN_LISTS),
    day: asOf,
  };
}
