import type { RankedNames } from './name-ranker.ts';

/** Name id in one of several indexes. */
export type RankedName<Index> = { index: Index; nameId: number };

/** Returns the highest-ranked names of all indexes, in descending order, earlier indexes first among equal ranks. */
export function selectTop<Index>(
  ranked: readonly (RankedNames & { of: Index })[],
  limit: number,
): RankedName<Index>[] {
  const minRank = findMinRank(ranked, limit);
  const candidates: (RankedName<Index> & { rank: number })[] = [];
  for (const { of, nameIds, ranks } of ranked)
    for (const [index, rank] of ranks.entries())
      if (rank >= minRank) candidates.push({ index: of, nameId: nameIds[index] ?? 0, rank });
  return candidates.toSorted((a, b) => b.rank - a.rank).slice(0, limit);
}

/** Returns the lowest of the `limit` highest ranks, or negative infinity when there are at most `limit` names. */
function findMinRank(ranked: readonly RankedNames[], limit: number): number {
  const count = ranked.reduce((sum, { ranks }) => sum + ranks.length, 0);
  if (count <= limit) return Number.NEGATIVE_INFINITY;
  const allRanks = new Float64Array(count);
  let offset = 0;
  for (const { ranks } of ranked) {
    allRanks.set(ranks, offset);
    offset += ranks.length;
  }
  return allRanks.toSorted()[count - limit] ?? 0;
}
