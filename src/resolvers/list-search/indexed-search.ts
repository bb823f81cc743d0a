import type { CachedIndex } from '../../db/list-memory/name-index-cache.ts';
import type { CandidateName } from '../../db/queries/list-search/candidates.ts';
import { PARTY_TYPES, type PartyType } from '../../domain/lists/list-entry.ts';
import {
  createNamePrefilter,
  type WordDistances,
} from '../../domain/screening/names/name-prefilter.ts';
import type { ScreenedParty } from '../../domain/screening/parties/screened-party.ts';
import { findNames, readWordIds } from '../../domain/screening/search/name-index.ts';
import type { NameProbe } from '../../domain/screening/search/name-probe.ts';
import { planProbes } from '../../domain/screening/search/name-probes.ts';
import { batchProbes, NameRanker } from '../../domain/screening/search/name-ranker.ts';
import { type RankedName, selectTop } from '../../domain/screening/search/select-top.ts';
import { getText } from '../../domain/screening/words/text-table.ts';
import { mapInSlices } from '../../scheduling/map-in-slices.ts';
import { selectNearest } from './rank-candidates.ts';

/** Candidate names to score, with the party types of their entries. */
export type NameCandidates = { names: CandidateName[]; partyTypes: Map<number, PartyType> };

type IndexQuery = { serviceId: number; parties: readonly ScreenedParty[]; limit: number };

/**
 * Searches the name indexes in memory. For each party, ranks the `limit` names that share most keys with it, and
 * returns those of them with the smallest estimated distance.
 */
export async function searchIndexes(
  { serviceId, parties, limit }: IndexQuery,
  indexes: readonly CachedIndex[],
): Promise<NameCandidates> {
  const result: NameCandidates = { names: [], partyTypes: new Map() };
  for (const [subject, party] of parties.entries()) {
    const rankedNames = await rankNames(serviceId, createProbes(party, indexes), {
      indexes,
      limit,
    });
    const estimateDistance = createDistanceEstimate(party, indexes);
    for (const { index, nameId } of await selectNearest(serviceId, rankedNames, estimateDistance)) {
      const entryId = index.index.entryIds[nameId] ?? 0;
      result.names.push({
        subject,
        serviceId: index.serviceId,
        entryId,
        name: getText(index.index.names, nameId),
      });
      result.partyTypes.set(entryId, PARTY_TYPES[index.index.partyTypes[nameId] ?? 0] ?? 'unknown');
    }
  }
  return result;
}

/**
 * Creates a function that estimates the distance of an indexed name from the nearest name of the party. Distances of
 * words are cached.
 */
function createDistanceEstimate(
  { names }: ScreenedParty,
  indexes: readonly CachedIndex[],
): (name: RankedName<CachedIndex>) => number {
  const estimates = names.map((name) => {
    const { measureWord, measureName } = createNamePrefilter(name);
    // Cached for each index: most words occur in many names.
    const rowsByIndex = new Map(indexes.map((index) => [index, new Map<number, WordDistances>()]));
    const words: number[] = [];
    const rows: WordDistances[] = [];
    return ({ index, nameId }: RankedName<CachedIndex>): number => {
      if (!readWordIds(index.index, nameId, words)) return measureName(undefined);
      const rowsByWord = rowsByIndex.get(index) ?? new Map<number, WordDistances>();
      rows.length = 0;
      for (const word of words) {
        let row = rowsByWord.get(word);
        if (row === undefined) {
          row = measureWord(getText(index.index.words, word));
          rowsByWord.set(word, row);
        }
        rows.push(row);
      }
      return measureName(rows);
    };
  });
  return (name) => Math.min(...estimates.map((estimate) => estimate(name)));
}

/**
 * Minimum number of names with a key that are counted; keys of fewer names count as 0. The database counts the same.
 */
const FREQUENT_MIN = 100;

function createProbes({ names }: ScreenedParty, indexes: readonly CachedIndex[]): NameProbe[] {
  const counts = new Map<string, number>();
  const getCount = (key: string): number => {
    const cached = counts.get(key);
    if (cached !== undefined) return cached;
    const lengths = indexes.map(({ index }) => findNames(index, key).length);
    const count = lengths.reduce((sum, length) => (length < FREQUENT_MIN ? sum : sum + length), 0);
    counts.set(key, count);
    return count;
  };
  return names.flatMap((name) => planProbes(name, getCount));
}

/** Pool of idle rankers. A ranker takes 13 bytes for each name of the largest list, so only two are kept. */
const rankers: NameRanker[] = [];
const RANKERS_MAX = 2;

async function rankNames(
  serviceId: number,
  probes: readonly NameProbe[],
  { indexes, limit }: { indexes: readonly CachedIndex[]; limit: number },
): Promise<RankedName<CachedIndex>[]> {
  const ranker = rankers.pop() ?? new NameRanker();
  const batches = batchProbes(probes);
  // For each index, the first batch starts the ranking and the last one finishes it.
  const steps = indexes.flatMap((cachedIndex) =>
    batches.map((batch, position) => ({ cachedIndex, batch, position })),
  );
  const ranked = await mapInSlices(serviceId, steps, ({ cachedIndex, batch, position }) => {
    if (position === 0) ranker.start(cachedIndex.index);
    ranker.add(cachedIndex.index, batch);
    return position === batches.length - 1 ? [{ of: cachedIndex, ...ranker.finish() }] : [];
  });
  if (rankers.length < RANKERS_MAX) rankers.push(ranker);
  return selectTop(ranked.flat(), limit);
}
