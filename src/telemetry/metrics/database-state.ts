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

/** What only the database knows. */
export type DatabaseState = {
  jobs: readonly JobCount[];
  /** The lists that all services share, by code; times in milliseconds since 1970. */
  lists: readonly ListState[];
  lockWaits: LockWaits;
  /** Use of quotas by the services that use most. */
  quotas: Record<'records' | 'fileBytes' | 'webhookMessages', ByService>;
  /** When that was read. */
  readAtMs: number;
};

/** As it was read a few seconds ago at most; undefined where the database has not answered for long. */
export type DatabaseReader = () => Promise<DatabaseState | undefined>;

/** However often metrics are read, the database is asked no more often. */
const FRESH_MS = 5_000;
/** Who reads metrics does not wait for longer: it is told what was read before. */
const PATIENCE_MS = 500;
/** What is older says nothing. */
const STALE_MS = 60_000;

/** The services that all lists belong to which nobody owns. */
const ALL_SERVICES = 0;

export function createDatabaseReader(db: Db, limits: QuotaOptions): DatabaseReader {
  let state: DatabaseState | undefined;
  let underWay: Promise<void> | undefined;
  const refresh = async (): Promise<void> => {
    state = await readState(db, limits);
  };
  const ageMs = (): number => Date.now() - (state?.readAtMs ?? 0);
  return async () => {
    if (ageMs() > FRESH_MS) {
      underWay ??= runInWorkScope(undefined, refresh)
        // It is asked again with the next reading.
        .catch(() => undefined)
        .finally(() => {
          underWay = undefined;
        });
      await Promise.race([underWay, wait(PATIENCE_MS, undefined, { ref: false })]);
    }
    return ageMs() < STALE_MS ? state : undefined;
  };
}

async function readState(db: Db, limits: QuotaOptions): Promise<DatabaseState> {
  const lockWaits = await countLockWaits(db);
  const jobs = await countJobs(db);
  const snapshots = await listNewestSnapshots(db, ALL_SERVICES);
  const lists = snapshots.map(toListState);
  const stored = await listStoredUses(db, limits, SERVICES_MAX);
  const waiting = await listWaitingMessages(db, SERVICES_MAX);
  const quotas = {
    records: new Map(stored.map((use) => [use.serviceId, use.records])),
    fileBytes: new Map(stored.map((use) => [use.serviceId, use.fileBytes])),
    webhookMessages: new Map(waiting.map((use) => [use.serviceId, use.messages])),
  };
  return { jobs, lists, lockWaits, quotas, readAtMs: Date.now() };
}

/** Most services with a series of their own, as in other metrics. */
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
