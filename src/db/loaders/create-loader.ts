import DataLoader from 'dataloader';

/** Schedules a batch for when all keys have been requested. */
export type Schedule = (dispatch: () => void) => void;

/** Creates a loader with the given batch schedule; by default it reads when all settled promises have been handled. */
export function createLoader<Key, Value, CacheKey = Key>(
  schedule: Schedule | undefined,
  loadAll: DataLoader.BatchLoadFn<Key, Value>,
  options: Pick<DataLoader.Options<Key, Value, CacheKey>, 'cacheKeyFn'> = {},
): DataLoader<Key, Value, CacheKey> {
  if (schedule === undefined) return new DataLoader(loadAll, options);
  return new DataLoader(loadAll, { ...options, batchScheduleFn: schedule });
}
