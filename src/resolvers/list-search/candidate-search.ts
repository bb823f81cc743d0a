import { findIdentifiedWithLists } from '../../db/list-memory/lists-on-day-cache.ts';
import { type Candidates, findCandidates } from '../../db/queries/list-search/candidates.ts';
import type { IdentifiedInLists } from '../../db/queries/list-search/identified.ts';
import type { OwnedEntry } from '../../db/queries/lists/entries.ts';
import { findHeldEntries, type HeldQuery } from '../../db/queries/lists/held-entries.ts';
import { countListKeys } from '../../db/queries/lists/key-counts.ts';
import { ALL_SERVICES, LIST_SOURCES } from '../../domain/lists/list-source.ts';
import type { ScreenedParty } from '../../domain/screening/parties/screened-party.ts';
import { AppError } from '../../errors.ts';
import { createFairSemaphore } from '../../scheduling/fair-semaphore.ts';
import { identifierProbes, keysOf, nameProbes } from './candidate-query.ts';
import { searchIndexes } from './indexed-search.ts';
import { type LikelyNames, likeliestNames } from './likely-entries.ts';
import type { ScreenedFor, ScreenRequest } from './screen-request.ts';
import { OWN_LISTS } from './screened-lists.ts';

/** Names that are looked at for a subject. */
const CANDIDATES_MAX = 2000;
/** Where few lists are asked for, most names are of others. */
const REACH = 5000;
/** Entries of a subject that are read with the lists: more are never told. */
const WHOLE_MAX = 100;
const NO_NAMES: Pick<LikelyNames, 'names' | 'partyTypes'> = { names: [], partyTypes: new Map() };
const NO_COUNTS: ReadonlyMap<string, number> = new Map();
/** Codes of the lists that all services share. */
export const SHARED: readonly string[] = Object.keys(LIST_SOURCES);

/** What was found: the lists on the day, and in them names that are worth being scored, and entries by identifier. */
export type Found = LikelyNames &
  Pick<Candidates, 'lists'> & {
    /** Those of the entries that are read already. */
    entries: readonly OwnedEntry[];
  };

/** Looks for these; undefined where the lists became others meanwhile. */
export async function findAll(
  to: ScreenedFor,
  request: ScreenRequest,
  parties: readonly ScreenedParty[],
): Promise<Found | undefined> {
  const hasNames = parties.some(({ names }) => names.length > 0);
  if (hasNames && to.memory === undefined) return await askForNames(to, { request, parties });
  const { db, serviceId } = to;
  const found = await findIdentifiedWithLists(db, to.memory?.lists, {
    ...heldQuery(serviceId, request),
    identifiers: parties.flatMap(identifierProbes),
    limit: CANDIDATES_MAX,
    whole: WHOLE_MAX,
  });
  if (!hasNames) return { ...found, ...NO_NAMES };
  const isNow = found.lists.every(({ isNewest }) => isNewest);
  const indexes = isNow ? to.memory?.names.find(found.lists) : undefined;
  if (indexes === undefined) return await askForNames(to, { request, parties, identified: found });
  // What they hold is what is told of the lists: their marks are the same.
  const names = await searchIndexes({ serviceId, parties, most: CANDIDATES_MAX }, indexes);
  return { ...found, ...names };
}

type Asked = {
  request: ScreenRequest;
  parties: readonly ScreenedParty[];
  /** What was found by identifier; undefined where that is to be found in the same statement. */
  identified?: IdentifiedInLists;
};

/** The same by the database alone. */
async function askForNames(
  { db, serviceId }: ScreenedFor,
  { request, parties, identified }: Asked,
): Promise<Found | undefined> {
  const held = heldQuery(serviceId, request);
  const { owners } = held;
  const keys = [...new Set(parties.flatMap(({ names }) => keysOf(names)))];
  const counts = keys.length > 0 ? await countListKeys(db, { owners, keys }) : NO_COUNTS;
  const countOf = (key: string): number => counts.get(key) ?? 0;
  const probes = parties.flatMap(({ names }, at) => nameProbes(names, at, countOf));
  const isOfAll = request.lists === 'all';
  const query = {
    ...held,
    identifiers: identified === undefined ? parties.flatMap(identifierProbes) : [],
    names: probes,
    isOfAll,
    reach: isOfAll ? CANDIDATES_MAX : REACH,
    limit: CANDIDATES_MAX,
  };
  const { names, stamp, ...candidates } = await inTurn(serviceId, async () => {
    return await findCandidates(db, query);
  });
  if (identified !== undefined && identified.stamp !== stamp) return undefined;
  const found = identified ?? { ...candidates, entries: [] };
  if (names.length === 0) return { ...found, ...NO_NAMES };
  const likeliest = await likeliestNames(serviceId, parties, names);
  const { partyTypes, stamp: now } = await findHeldEntries(db, held, likeliest);
  return now === stamp ? { ...found, names: likeliest, partyTypes } : undefined;
}

/**
 * Names that thousands are alike take PostgreSQL a core for seconds: one such search of a service runs at a time. Throws
 * AppError `too_many_requests` where many wait, or one would keep its transaction idle for long.
 */
async function inTurn<Result>(serviceId: number, search: () => Promise<Result>): Promise<Result> {
  const release = await searchTurns.acquire(serviceId);
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

/** Of this process. */
const searchTurns = createFairSemaphore({
  permitsMax: 2,
  permitsOfKeyMax: 1,
  waitingOfKeyMax: 100,
  waitMs: 5_000,
});

function heldQuery(serviceId: number, { lists, asOf }: ScreenRequest): HeldQuery {
  return {
    owners: [ALL_SERVICES, serviceId],
    sources: lists === 'all' ? SHARED : lists.filter((code) => code !== OWN_LISTS),
    hasOwn: lists === 'all' || lists.includes(OWN_LISTS),
    day: asOf,
  };
}
