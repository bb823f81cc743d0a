import type { Db } from '../client.ts';
import { createLoaders, type Loaders } from './loaders.ts';

/** Returns the loaders of a service for the current tick. The next tick has new ones. */
export type SharedLoaders = (serviceId: number) => Loaders;

/**
 * Creates loaders for work that starts concurrently for many callers of one service, for example subscriptions: each
 * row is read once for all of them. Loaders read on the next tick or later and are replaced then, so that no caller
 * gets a row that was read before its work started.
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
