import type { Db } from './client.ts';
import { createPacer, type Pacer } from './pacer.ts';
import { deleteExpiredEvents, publishEvents } from './queries/event-streams.ts';

const REST_MS = 10 * 60_000;
const GAP_MS = 100;
const DELETED_MAX = 1000;

/**
 * Keeps the table of events in order, in every process, whether or not somebody listens: publishes what
 * waits, and deletes what is older than 7 days. Processes that start together begin apart.
 */
export function createEventKeeper(db: Db, onFault: (error: unknown) => void): Pacer {
  return createPacer({
    work: async () => {
      const hasWaited = await publishEvents(db);
      const deleted = await deleteExpiredEvents(db, DELETED_MAX);
      return hasWaited || deleted > 0 ? 'again' : 'rest';
    },
    restMs: REST_MS,
    gapMs: GAP_MS,
    firstMs: REST_MS * (0.5 + Math.random() / 2),
    onFault,
  });
}
