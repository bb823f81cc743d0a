import { setTimeout as wait } from 'node:timers/promises';
import type { QuotaOptions } from '../../config/quota-options.ts';
import type { Db } from '../../db/client.ts';
import { countLockWaits, type LockWaits } from '../../db/lock-waits.ts';
import { countJobs, type JobCount } from '../../db/queries/jobs/oversee.ts';
import {
  isSnapshotStale,
  listNewestSnapshots,
  type SnapshotSummary,
} from '../../db/queries/lists/status.ts';
import { listStoredUses } from '../../db/queries/records/quota-uses.ts';
import { listWaitingMessages } from '../../db/queries/webhooks/deliveries.ts';
import { presentMoment } from '../../runtime/calendar.ts';
import { runInWorkScope } from '../../runtime/work-scope.ts';
import type { ByService } from '../sources.ts';

/** Dates of a list; null when unknown. */
export type ListState = {
  code: string;
  asOfMs: number | null;
  sourceSeenAtMs: number | null;
  isStale: boolean;
};

/** State that is read from the database. */
export type DatabaseState = {
  jobs: readonly JobCount[];
  /** Lists that all services share, by code; times in milliseconds since 1970. */
  lists: readonly ListState[];
  lockWaits: LockWaits;
  /** Use of each quota by the 200 services that use most. */
  quotas: Record<'records' | 'fileBytes' | 'webhookMessages', ByService>;
  /** Time of the reading in milliseconds since 1970. */
  readAtMs: number;
};

/**
 * Returns the state, which is usually at most five seconds old. Undefined when the database has not responded for a
 * minute.
 */
export type DatabaseReader = () => Promise<DatabaseState | undefined>;

/** Minimum time between two reads of the database, however often metrics are scraped. */
const FRESH_MS = 5_000;
/** Maximum time that a scrape waits for a new state; afterwards it gets the previous one. */
const WAIT_MAX_MS = 500;
/** Age above which a state is not reported. */
const STALE_MS = 60_000;

/** Owner of the lists that all services share. */
const ALL_SERVICES = 0;

export function createDatabaseReader(db: Db, limits: QuotaOptions): DatabaseReader {
  let state: DatabaseState | undefined;
  let pending: Promise<void> | undefined;
  const refresh = async (): Promise<void> => {
    state = await readState(db, limits);
  };
  const ageMs = (): number => Date.now() - (state?.readAtMs ?? 0);
  return async () => {
    if (ageMs() > FRESH_MS) {
      pending ??= runInWorkScope(undefined, refresh)
        // A failed read is retried with the next scrape.
        .catch(() => undefined)
        .finally(() => {
          pending = undefined;
        });
      await Promise.race([pending, wait(WAIT_MAX_MS, undefined, { ref: false })]);
    }
    return ageMs() < STALE_MS ? state : undefined;
  };
}

async function readState(db: Db, limits: QuotaOptions): Promise<DatabaseState> {
  const lockWaits = await countLockWaits(db);
  const jobs = await countJobs(db);
  const snapshots = await listNewestSnapshots(db, ALL_SERVICES);
  const lists = snapshots.map(toListState);
  const storedUses = await listStoredUses(db, limits, SERVICES_MAX);
  const waiting = await listWaitingMessages(db, SERVICES_MAX);
  const quotas = {
    records: new Map(storedUses.map((use) => [use.serviceId, use.records])),
    fileBytes: new Map(storedUses.map((use) => [use.serviceId, use.fileBytes])),
    webhookMessages: new Map(waiting.map((use) => [use.serviceId, use.messages])),
  };
  return { jobs, lists, lockWaits, quotas, readAtMs: Date.now() };
}

/** Maximum number of services with a time series of their own, the same as that of labelServices. */
const SERVICES_MAX = 200;

function toListState(snapshot: SnapshotSummary): ListState {
  const { source, asOf, sourceSeenAt } = snapshot;
  return {
    code: source,
    asOfMs: asOf === null ? null : Date.parse(asOf),
    sourceSeenAtMs: sourceSeenAt?.getTime() ?? null,
    isStale: isSnapshotStale(snapshot, presentMoment()),
  };
}
