import DataLoader from 'dataloader';

/** Calls it when all is asked for that is to be read together. */
export type Schedule = (dispatch: () => void) => void;

/** A loader that reads on such a schedule; left out, once all promises are settled that can be. */
export function createLoader<Key, Value, CacheKey = Key>(
  schedule: Schedule | undefined,
  loadAll: DataLoader.BatchLoadFn<Key, Value>,
  options: Pick<DataLoader.Options<Key, Value, CacheKey>, 'cacheKeyFn'> = {},
): DataLoader<Key, Value, CacheKey> {
  if (schedule === undefined) return new DataLoader(loadAll, options);
  return new DataLoader(loadAll, { ...options, batchScheduleFn: schedule });
}
