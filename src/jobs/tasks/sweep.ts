import type { SystemContext } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { deleteExpiredFiles } from '../../db/queries/files/files.ts';
import { deleteExpiredKeys } from '../../db/queries/records/idempotency-keys.ts';
import { deleteExpiredScreenings } from '../../db/queries/screening/screening-lists.ts';
import { deleteExpiredDeliveries } from '../../db/queries/webhooks/deliveries.ts';
import type { JobTaskName } from '../../domain/shared/job.ts';
import { createPeriodicTask, type JobTask } from '../task.ts';
import { sweepEvents } from './sweep-events.ts';

/** Periodic deletion. `deleteExpired` deletes at most `max` expired rows of each service and returns their number. */
export type Sweep = { name: JobTaskName; deleteExpired: (db: Db, max: number) => Promise<number> };

/** Interval of the sweeps. */
const EVERY_SECONDS = 600;
/** Maximum number of rows of one service in a batch, few enough that locks are short. */
const BATCH_ROWS_MAX = 1000;
/** Bounds one run; the next run continues. */
const BATCHES_MAX = 1000;

/** Periodic jobs that delete rows after a fixed retention. */
export const SWEEPS: readonly JobTask[] = [
  createSweepTask({ name: 'sweep_keys', deleteExpired: deleteExpiredKeys }),
  createSweepTask({ name: 'sweep_events', deleteExpired: sweepEvents }),
  createSweepTask({ name: 'sweep_files', deleteExpired: deleteExpiredFiles }),
  createSweepTask({ name: 'sweep_webhooks', deleteExpired: deleteExpiredDeliveries }),
];

/** Creates the periodic job that deletes expired screenings of subjects that are not participants. */
export function sweepScreenings(keptDays: number): JobTask {
  return createSweepTask({
    name: 'sweep_screenings',
    deleteExpired: async (db, limit) => await deleteExpiredScreenings(db, { keptDays, limit }),
  });
}

/**
 * Creates a periodic job that deletes expired rows in batches. It stops between two batches when its worker stops, and
 * continues in its next run.
 */
export function createSweepTask({ name, deleteExpired }: Sweep): JobTask {
  return createPeriodicTask({
    name,
    everySeconds: EVERY_SECONDS,
    run: async (ctx) => {
      const deleted = await sweep(ctx, deleteExpired);
      if (deleted > 0) ctx.log.info({ task: name, deleted }, 'swept');
    },
  });
}

async function sweep(
  { db, signal }: SystemContext,
  deleteExpired: Sweep['deleteExpired'],
): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < BATCHES_MAX && !signal.aborted; batch += 1) {
    const deleted = await deleteExpired(db, BATCH_ROWS_MAX);
    total += deleted;
    if (deleted < BATCH_ROWS_MAX) break;
  }
  return total;
}
