import type { Db } from '../client.ts';
import { createLoaders, type Loaders } from './loaders.ts';

/** Returns the loaders of a service for the current tick. The next tick has new ones. */
export type SharedLoaders = (serviceId: number) => Loaders;

/**
 * Creates loaders for work that starts concurrently for many callers of one service: each row is read once for all. A
 * loader reads on the next tick at the earliest, so that no caller gets an outdated row.
 */
export function createSharedLoaders(db: Db): SharedLoaders {
  const current = new Map<number, Loaders>();
  return (serviceId) => {
    const existing = current.get(serviceId);
    if (existing !== undefined) return existing;
    const loaders = createLoaders(db, serviceId);
    current.set(serviceId, loaders);
    process.nextTick(() => current.delete(serviceId));
    return loaders;
  };
}
