import type { CachedIndex } from '../../db/list-memory/kept-indexes.ts';
import type { CandidateName } from '../../db/queries/list-search/candidates.ts';
import { PARTY_TYPES, type PartyType } from '../../domain/lists/list-entry.ts';
import { createGlance, type WordRow } from '../../domain/screening/names/name-prefilter.ts';
import type { ScreenedParty } from '../../domain/screening/parties/screened-party.ts';
import { placesOf, readWords } from '../../domain/screening/search/name-index.ts';
import type { NameProbe } from '../../domain/screening/search/name-probe.ts';
import { probesOf } from '../../domain/screening/search/name-probes.ts';
import {
  foremost,
  type IndexedPlace,
  NameRanker,
  together,
} from '../../domain/screening/search/name-ranker.ts';
import { textAt } from '../../domain/screening/words/text-table.ts';
import { mapInSlices } from '../../scheduling/map-in-slices.ts';
import { selectNearest } from './rank-candidates.ts';

/** Candidate names to score, with the party types of their entries. */
export type NameCandidates = { names: CandidateName[]; partyTypes: Map<number, PartyType> };

type IndexQuery = { serviceId: number; parties: readonly ScreenedParty[]; limit: number };

/**
 * Searches indexes in memory. For each party, ranks the `limit` names that share most with it and returns the nearest
 * ones.
 */
export async function searchIndexes(
  { serviceId, parties, limit }: IndexQuery,
  indexes: readonly CachedIndex[],
): Promise<NameCandidates> {
  const result: NameCandidates = {
    names: [],
    partyTypes: new Map(),
  };
  for (const [subject, party] of parties.entries()) {
    const near = await rankNames(serviceId, createProbes(party, indexes), { indexes, limit });
    const far = createDistance(party, indexes);
    for (const { of, place } of await selectNearest(serviceId, near, far)) {
      const entryId = of.index.entryIds[place] ?? 0;
      result.names.push({
        subject,
        serviceId: of.serviceId,
        entryId,
        name: textAt(of.index.names, place),
      });
      result.partyTypes.set(entryId, PARTY_TYPES[of.index.partyTypes[place] ?? 0] ?? 'unknown');
    }
  }
  return result;
}

/** Creates a function that estimates the distance of an indexed name from the nearest name of the party. */
function createDistance(
  { names }: ScreenedParty,
  indexes: readonly CachedIndex[],
): (name: IndexedPlace<CachedIndex>) => number {
  const glances = names.map((name) => {
    const { rowOf, farOf } = createGlance(name);
    // Cached for each index: most words occur in many names.
    const rowsOfIndexes = new Map(indexes.map((of) => [of, new Map<number, WordRow>()]));
    const words: number[] = [];
    const rows: WordRow[] = [];
    return ({ of, place }: IndexedPlace<CachedIndex>): number => {
      if (!readWords(of.index, place, words)) return farOf(undefined);
      const ofIndex = rowsOfIndexes.get(of) ?? new Map<number, WordRow>();
      rows.length = 0;
      for (const word of words) {
        let row = ofIndex.get(word);
        if (row === undefined) {
          row = rowOf(textAt(of.index.words, word));
          ofIndex.set(word, row);
        }
        rows.push(row);
      }
      return farOf(rows);
    };
  });
  return (name) => Math.min(...glances.map((glance) => glance(name)));
}

/** Number of names with a key from which the key counts as frequent, as in the database. */
const FREQUENT_FROM = 100;

function createProbes({ names }: ScreenedParty, indexes: readonly CachedIndex[]): NameProbe[] {
  const counts = new Map<string, number>();
  const countOf = (key: string): number => {
    const cached = counts.get(key);
    if (cached !== undefined) return cached;
    const lengths = indexes.map(({ index }) => placesOf(index, key).length);
    const count = lengths.reduce((sum, length) => (length < FREQUENT_FROM ? sum : sum + length), 0);
    counts.set(key, count);
    return count;
  };
  return names.flatMap((name) => probesOf(name, countOf));
}

/** Pool of idle rankers. A ranker takes 13 bytes for each name of the largest list. */
const rankers: NameRanker[] = [];
const RANKERS_MAX = 2;

async function rankNames(
  serviceId: number,
  probes: readonly NameProbe[],
  {
    indexes,
    limit,
  }: {
    indexes: readonly CachedIndex[];
    limit: number;
  },
): Promise<IndexedPlace<CachedIndex>[]> {
  const ranker = rankers.pop() ?? new NameRanker();
  const parts = together(probes);
  const steps = indexes.flatMap((of) => parts.map((part, at) => ({ of, part, at })));
  const ranked = await mapInSlices(serviceId, steps, ({ of, part, at }) => {
    if (at === 0) ranker.begin(of.index);
    ranker.add(of.index, part);
    return at === parts.length - 1 ? [{ of, ...ranker.end() }] : [];
  });
  if (rankers.length < RANKERS_MAX) rankers.push(ranker);
  return foremost(ranked.flat(), limit);
}
