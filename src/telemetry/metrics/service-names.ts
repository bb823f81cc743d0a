import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '../../db/client.ts';
import { listServiceNames } from '../../db/queries/access/services.ts';
import { runInWorkScope } from '../../runtime/work-scope.ts';

export type ServiceNames = {
  /** Looks up unknown names. Waits at most half a second. */
  learn: (serviceIds: Iterable<number>) => Promise<void>;
  /** The name, or `#7` where it could not be looked up. */
  nameOf: (serviceId: number) => string;
};

const PATIENCE_MS = 500;

/** The names of services never change, so each is looked up once. */
export function createServiceNames(db: Db): ServiceNames {
  const names = new Map<number, string>();
  const unknown = new Set<number>();
  let underWay: Promise<void> | undefined;
  const lookUp = async (): Promise<void> => {
    // Concurrent look-ups are batched.
    await Promise.resolve();
    const ids = [...unknown];
    unknown.clear();
    for (const { id, name } of await listServiceNames(db, ids)) names.set(id, name);
  };
  return {
    learn: async (serviceIds) => {
      for (const id of serviceIds) if (id !== 0 && !names.has(id)) unknown.add(id);
      if (unknown.size === 0) return;
      underWay ??= runInWorkScope(undefined, lookUp)
        // They are asked for again with the next reading.
        .catch(() => undefined)
        .finally(() => {
          underWay = undefined;
        });
      await Promise.race([underWay, wait(PATIENCE_MS, undefined, { ref: false })]);
    },
    nameOf: (serviceId) => names.get(serviceId) ?? `#${serviceId}`,
  };
}
