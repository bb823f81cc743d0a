import { type Candidates, findCandidates } from '../../db/queries/lists/candidates.ts';
import { findHeldEntries, type HeldQuery } from '../../db/queries/lists/held-entries.ts';
import { countListKeys } from '../../db/queries/lists/key-counts.ts';
import { ALL_SERVICES, LIST_SOURCES } from '../../domain/lists/list-source.ts';
import type { ScreenedParty } from '../../domain/screening/screened-party.ts';
import { identifierProbes, keysOf, nameProbes } from './candidate-query.ts';
import { type LikelyNames, likeliestNames } from './likely-entries.ts';
import type { ScreenedFor, ScreenRequest } from './screen-request.ts';
import { OWN_LISTS } from './screened-lists.ts';

/** Names that are looked at for a subject. */
const CANDIDATES_MAX = 2000;
/** Where few lists are asked for, most names are of others. */
const REACH = 5000;
const NO_COUNTS: ReadonlyMap<string, number> = new Map();
/** Codes of the lists that all services share. */
export const SHARED: readonly string[] = Object.keys(LIST_SOURCES);

/** The lists on the day, and what in them may be one of these. */
export async function findAll(
  { db, serviceId }: ScreenedFor,
  { lists, asOf }: ScreenRequest,
  parties: readonly ScreenedParty[],
): Promise<Candidates> {
  const held = heldQuery(serviceId, { lists, asOf });
  const { owners } = held;
  const keys = [...new Set(parties.flatMap(({ names }) => keysOf(names)))];
  const counts = keys.length > 0 ? await countListKeys(db, { owners, keys }) : NO_COUNTS;
  const countOf = (key: string): number => counts.get(key) ?? 0;
  return await findCandidates(db, {
    ...held,
    identifiers: parties.flatMap(identifierProbes),
    names: parties.flatMap(({ names }, at) => nameProbes(names, at, countOf)),
    isOfAll: lists === 'loaded',
    reach: lists === 'loaded' ? CANDIDATES_MAX : REACH,
    limit: CANDIDATES_MAX,
  });
}

function heldQuery(
  serviceId: number,
  { lists, asOf }: Pick<ScreenRequest, 'lists' | 'asOf'>,
): HeldQuery {
  return {
    owners: [ALL_SERVICES, serviceId],
    sources: lists === 'loaded' ? SHARED : lists.filter((code) => code !== OWN_LISTS),
    hasOwn: lists === 'loaded' || lists.includes(OWN_LISTS),
    day: asOf,
  };
}

type Sought = {
  request: ScreenRequest;
  parties: readonly ScreenedParty[];
  candidates: Candidates;
};

/** The names of those that are likely enough to be scored; undefined where the lists are others by now. */
export async function findLikelyNames(
  { db, serviceId }: ScreenedFor,
  { request, parties, candidates: { names, identified, stamp } }: Sought,
): Promise<LikelyNames | undefined> {
  if (names.length === 0) return { names, identified, partyTypes: new Map() };
  const likeliest = await likeliestNames(serviceId, parties, names);
  const held = await findHeldEntries(db, heldQuery(serviceId, request), likeliest);
  return held.stamp === stamp
    ? { names: likeliest, identified, partyTypes: held.partyTypes }
    : undefined;
}
