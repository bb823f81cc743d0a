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
  hold: MemoryReservation | undefined;
};

/** Loader of a part of an object's list; the same part of the lists of several objects is read in one statement. */
export type PartLoader<Part, Value> = {
  load(id: number, part: Part): Promise<Value>;
};

export function createPartLoader<Part, Value>(
  schedule: Schedule | undefined,
  loadAll: (ids: readonly number[], part: Part) => Promise<Value[]>,
): PartLoader<Part, Value> {
  const loaders = new Map<string, DataLoader<number, Value>>();
  return {
    load: async (id, part) => {
      const partKey = JSON.stringify(part);
      const existing = loaders.get(partKey);
      const loader =
        existing ??
        createLoader(schedule, async (ids: readonly number[]) => await loadAll(ids, part));
      if (existing === undefined) loaders.set(partKey, loader);
      return await loader.load(id);
    },
  };
}
