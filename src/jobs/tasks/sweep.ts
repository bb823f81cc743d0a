import type { Db } from '../../db/client.ts';
import { deleteExpiredFiles } from '../../db/queries/files/files.ts';
import { deleteExpiredKeys } from '../../db/queries/records/idempotency-keys.ts';
import type { Logger } from '../../log.ts';
import { sweepEvents } from './sweep-events.ts';

/** Deletes up to `max` rows whose time is over and says how many it deleted. */
export type Sweep = { name: string; deleteExpired: (db: Db, max: number) => Promise<number> };

/** Everything that is kept for a time only. */
const SWEEPS: readonly Sweep[] = [
  { name: 'idempotency_keys', deleteExpired: deleteExpiredKeys },
  { name: 'business_events', deleteExpired: sweepEvents },
  { name: 'files', deleteExpired: deleteExpiredFiles },
];

export type SweeperParts = {
  db: Db;
  log: Logger;
  sweeps?: readonly Sweep[];
  intervalMs?: number;
};

export type Sweeper = {
  /** Sweeps now, or waits for the sweep under way; a fault is logged and left to the next time. */
  sweepNow(): Promise<void>;
  /** Begins no further batch, and waits for the one under way. */
  stop(): Promise<void>;
};

const INTERVAL_MS = 10 * 60_000;
/** Small, so that a batch holds no lock for long; processes that sweep at once skip each other's rows. */
const BATCH_ROWS_MAX = 1000;
const BATCHES_MAX = 1000;

/** Sweeps at intervals without keeping the process alive; the first time after one interval. */
export function startSweeper(parts: SweeperParts): Sweeper {
  const { db, log, sweeps = SWEEPS, intervalMs = INTERVAL_MS } = parts;
  let isStopped = false;
  let underWay: Promise<void> | undefined;
  const sweepAll = async (): Promise<void> => {
    for (const sweep of sweeps) {
      try {
        const deleted = await runSweep(db, sweep, () => isStopped);
        if (deleted > 0) log.info({ sweep: sweep.name, deleted }, 'swept');
      } catch (error) {
        log.error({ err: error, sweep: sweep.name }, 'a sweep failed');
      }
    }
  };
  const sweepNow = async (): Promise<void> => {
    underWay ??= sweepAll().finally(() => {
      underWay = undefined;
    });
    await underWay;
  };
  const timer = setInterval(() => void sweepNow(), intervalMs).unref();
  const stop = async (): Promise<void> => {
    isStopped = true;
    clearInterval(timer);
    await underWay;
  };
  return { sweepNow, stop };
}

async function runSweep(db: Db, sweep: Sweep, isStopped: () => boolean): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < BATCHES_MAX && !isStopped(); batch += 1) {
    const deleted = await sweep.deleteExpired(db, BATCH_ROWS_MAX);
    total += deleted;
    if (deleted < BATCH_ROWS_MAX) break;
  }
  return total;
}
