/** How many filters may stand in each other, the outermost among them. */
export const FILTER_DEPTH_MAX = 4;
/** How many filters one may hold, itself among them. */
export const FILTERS_MAX = 20;

/** A filter that may hold others: all of `and` must hold besides what it asks itself, and one of `or`. */
type FilterTree = {
  and?: readonly FilterTree[] | null | undefined;
  or?: readonly FilterTree[] | null | undefined;
};

/** How many levels of filters there are, and how many filters; no further than the bounds. */
export function measureFilter(filter: FilterTree): { depth: number; count: number } {
  let level: readonly FilterTree[] = [filter];
  let depth = 0;
  let count = 0;
  while (level.length > 0 && depth <= FILTER_DEPTH_MAX && count <= FILTERS_MAX) {
    depth += 1;
    count += level.length;
    level = level.flatMap((one) => [...(one.and ?? []), ...(one.or ?? [])]);
  }
  return { depth, count };
}
