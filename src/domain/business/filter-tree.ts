/** Maximum nesting of filters, including the outermost. */
export const FILTER_DEPTH_MAX = 4;
/** Maximum number of filters, including the outermost. */
export const FILTERS_MAX = 20;

/**
 * Filter that contains others. Matches when its own conditions, all filters of `and` and at least one of `or` match.
 */
type FilterTree = {
  and?: readonly FilterTree[] | null | undefined;
  or?: readonly FilterTree[] | null | undefined;
};

/** Returns the nesting and the number of filters. Counting stops once either exceeds its limit. */
export function measureFilter(filter: FilterTree): { depth: number; count: number } {
  let level: readonly FilterTree[] = [filter];
  let depth = 0;
  let count = 0;
  while (level.length > 0 && depth <= FILTER_DEPTH_MAX && count <= FILTERS_MAX) {
    depth += 1;
    count += level.length;
    level = level.flatMap((childFilter) => [...(childFilter.and ?? []), ...(childFilter.or ?? [])]);
  }
  return { depth, count };
}
