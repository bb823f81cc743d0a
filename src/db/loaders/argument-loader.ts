import type DataLoader from 'dataloader';
import type { MemoryReservation } from '../../scheduling/memory-reservation.ts';
import type { Db } from '../client.ts';
import { createLoader, type Schedule } from './create-loader.ts';

/** Dependencies of the loaders of a request. */
export type LoaderSource = {
  db: Db;
  serviceId: number;
  schedule: Schedule | undefined;
  /** Memory reservations of the request; undefined when large rows are read without a reservation. */
  reservation: MemoryReservation | undefined;
};

/**
 * Loader of values by id and arguments, for example a window on the list of an object. Objects that are requested with
 * the same arguments are read in one statement.
 */
export type ArgumentLoader<Args, Value> = {
  load(id: number, args: Args): Promise<Value>;
};

export function createArgumentLoader<Args, Value>(
  schedule: Schedule | undefined,
  loadAll: (ids: readonly number[], args: Args) => Promise<Value[]>,
): ArgumentLoader<Args, Value> {
  const loaders = new Map<string, DataLoader<number, Value>>();
  return {
    load: async (id, args) => {
      const argsKey = JSON.stringify(args);
      const existing = loaders.get(argsKey);
      const loader =
        existing ??
        createLoader(schedule, async (ids: readonly number[]) => await loadAll(ids, args));
      if (existing === undefined) loaders.set(argsKey, loader);
      return await loader.load(id);
    },
  };
}
