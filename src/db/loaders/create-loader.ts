import DataLoader from 'dataloader';

/** Schedules a batch for when all keys have been requested. */
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
