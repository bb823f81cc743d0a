import DataLoader from 'dataloader';

/** Calls `dispatch` once the keys of the batch have been requested. */
export type Schedule = (dispatch: () => void) => void;

/** Creates a DataLoader with the batch schedule; undefined is DataLoader's default: after all settled promises. */
export function createLoader<Key, Value, CacheKey = Key>(
  schedule: Schedule | undefined,
  loadAll: DataLoader.BatchLoadFn<Key, Value>,
  options: Pick<DataLoader.Options<Key, Value, CacheKey>, 'cacheKeyFn'> = {},
): DataLoader<Key, Value, CacheKey> {
  if (schedule === undefined) return new DataLoader(loadAll, options);
  return new DataLoader(loadAll, { ...options, batchScheduleFn: schedule });
}
