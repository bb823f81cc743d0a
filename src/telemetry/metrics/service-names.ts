import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '../../db/client.ts';
import { listServiceNames } from '../../db/queries/access/services.ts';
import { runInWorkScope } from '../../runtime/work-scope.ts';

export type ServiceNames = {
  /** Reads the names that are not cached. Waits at most half a second. */
  load: (serviceIds: Iterable<number>) => Promise<void>;
  /** Returns the cached name. Without one it returns `#` and the id, for example `#7`. */
  getName: (serviceId: number) => string;
};

/** A slow database must not delay a scrape longer. */
const WAIT_MAX_MS = 500;

/** Creates a cache of service names. Entries do not expire, because names never change. */
export function createServiceNames(db: Db): ServiceNames {
  const names = new Map<number, string>();
  const missing = new Set<number>();
  let pending: Promise<void> | undefined;
  const readNames = async (): Promise<void> => {
    // Concurrent loads are batched.
    await Promise.resolve();
    const ids = [...missing];
    missing.clear();
    for (const { id, name } of await listServiceNames(db, ids)) names.set(id, name);
  };
  return {
    load: async (serviceIds) => {
      for (const id of serviceIds) if (id !== 0 && !names.has(id)) missing.add(id);
      if (missing.size === 0) return;
      pending ??= runInWorkScope(undefined, readNames)
        // Failed names are retried with the next scrape.
        .catch(() => undefined)
        .finally(() => {
          pending = undefined;
        });
      await Promise.race([pending, wait(WAIT_MAX_MS, undefined, { ref: false })]);
    },
    getName: (serviceId) => names.get(serviceId) ?? `#${serviceId}`,
  };
}
