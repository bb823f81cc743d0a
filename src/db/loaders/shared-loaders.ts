import type { Db } from '../client.ts';
import { createLoaders, type Loaders } from './loaders.ts';

/** The loaders of a service for whoever asks before the next tick; after it there are new ones. */
export type SharedLoaders = (serviceId: number) => Loaders;

/**
 * For work that begins at the same time for many callers of one service: each row is read once for them all. A
 * loader reads on the next tick at the earliest, so nobody joins who would get a row that was read before.
 */
export function createSharedLoaders(db: Db): SharedLoaders {
  const current = new Map<number, Loaders>();
  return (serviceId) => {
    const known = current.get(serviceId);
    if (known !== undefined) return known;
    const loaders = createLoaders(db, serviceId);
    current.set(serviceId, loaders);
    process.nextTick(() => current.delete(serviceId));
    return loaders;
  };
}
