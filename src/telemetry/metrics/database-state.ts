import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '../../db/client.ts';
import { countLockWaits, type LockWaits } from '../../db/lock-waits.ts';
import { countJobs, type JobCount } from '../../db/queries/jobs/oversee.ts';
import { listNewestSnapshots } from '../../db/queries/lists/status.ts';
import { recorded } from '../../runtime/work-scope.ts';

/** State of the database, shared by all processes. */
export type DatabaseState = {
  jobs: readonly JobCount[];
  /** The lists that all services share, by code; times in milliseconds since 1970. */
  lists: readonly { code: string; asOfMs: number; confirmedAtMs: number }[];
  lockWaits: LockWaits;
  /** When that was read. */
  readAtMs: number;
};

/** Reads the state, cached for a few seconds. Undefined when the database has not responded for a while. */
export type DatabaseReader = () => Promise<DatabaseState | undefined>;

/** Minimum time between two queries, however often metrics are read. */
const FRESH_MS = 5_000;
/** Maximum wait of a metrics request, which then gets the previous state. */
const PATIENCE_MS = 500;
/** Age from which a state is dropped. */
const STALE_MS = 60_000;

/** Service id of the lists that all services share. */
const ALL_SERVICES = 0;

export function createDatabaseReader(db: Db): DatabaseReader {
  let state: DatabaseState | undefined;
  let underWay: Promise<void> | undefined;
  const refresh = async (): Promise<void> => {
    state = await readState(db);
  };
  const ageMs = (): number => Date.now() - (state?.readAtMs ?? 0);
  return async () => {
    if (ageMs() > FRESH_MS) {
      underWay ??= recorded(undefined, refresh)
        // The next reading retries.
        .catch(() => undefined)
        .finally(() => {
          underWay = undefined;
        });
      await Promise.race([underWay, wait(PATIENCE_MS, undefined, { ref: false })]);
    }
    return ageMs() < STALE_MS ? state : undefined;
  };
}

async function readState(db: Db): Promise<DatabaseState> {
  const lockWaits = await countLockWaits(db);
  const jobs = await countJobs(db);
  const snapshots = await listNewestSnapshots(db, ALL_SERVICES);
  const lists = snapshots.map(({ source, asOf, confirmedAt }) => ({
    code: source,
    asOfMs: Date.parse(asOf),
    confirmedAtMs: confirmedAt.getTime(),
  }));
  return { jobs, lists, lockWaits, readAtMs: Date.now() };
}
