import type { Pool } from 'pg';
import type { Db } from '../../db/client.ts';
import { storeKeyCounts } from '../../db/queries/lists/key-counts.ts';
import { mergeStagedList } from '../../db/queries/lists/merge.ts';
import {
  findSnapshotSource,
  insertRedate,
  listDatedSnapshots,
  removeVersions,
  saveDay,
  shiftVersions,
  stageSnapshot,
} from '../../db/queries/lists/redate.ts';
import { findNewestDays, type ListOwner, lockList } from '../../db/queries/lists/snapshots.ts';
import {
  closeListStaging,
  indexListStaging,
  openListStaging,
} from '../../db/queries/lists/staging.ts';
import { insertAuditEvent } from '../../db/queries/records/audit-events.ts';
import {
  listScreeningServices,
  queueRescreenings,
} from '../../db/queries/screening/rescreenings.ts';
import { runStagedTransaction } from '../../db/staging/staged-transaction.ts';
import { ALL_SERVICES, getListFamily } from '../../domain/lists/list-source.ts';
import { OperatorError } from '../../errors.ts';
import { withinService } from '../../runtime/work-scope.ts';
import { type KeyFunction, type KeyMaker, openKeyMaker } from './make-keys.ts';
import { planRedate, type SnapshotMove } from './plan-redate.ts';
import { storeNames } from './store-names.ts';

export type RedateRequest = {
  pool: Pool;
  /** Service that owns the list; 0 for a shared list. */
  serviceId: number;
  /** Id of the snapshot. */
  id: number;
  /** New list date, `YYYY-MM-DD`. */
  asOf: string;
  /** Today, as `YYYY-MM-DD`. */
  today: string;
  redatedBy: string;
  /** Function that creates search keys. Default `listKeys`. */
  createKeys?: KeyFunction;
};

/**
 * Result of a change of date. `from` is null when the date was unknown; `isChanged` is false when the snapshot
 * already had that date.
 */
export type RedatedList = {
  source: string;
  id: number;
  from: string | null;
  to: string;
  isChanged: boolean;
};

/**
 * Changes the date of a loaded list, as if it had been removed and loaded again, and moves it in the history. Records
 * the author, audits the change for the services that screen by the list, and queues rescreenings when the current
 * list may be affected. Throws OperatorError for an unknown snapshot, a date that the file contradicts, a date in the
 * future, the date of another snapshot, and a snapshot that another of the same day has replaced.
 */
export async function redateList(request: RedateRequest): Promise<RedatedList> {
  const keyMaker = openKeyMaker(request.createKeys);
  try {
    return await runStagedTransaction(request.pool, {
      stage: async ({ db }) => await openListStaging(db),
      end: 'keep',
      merge: async (db) => await redate(db, request, keyMaker),
      clear: closeListStaging,
    });
  } finally {
    await keyMaker.close();
  }
}

async function redate(db: Db, request: RedateRequest, keys: KeyMaker): Promise<RedatedList> {
  const { serviceId, id, asOf, today, redatedBy } = request;
  const source = await findSnapshotSource(db, { serviceId, id });
  if (source === undefined)
    throw new OperatorError(
      `There is no snapshot ${id}: gateway lists snapshots <list> shows their ids.`,
    );
  const owner = { serviceId, source };
  await lockList(db, owner);
  const snapshots = await listDatedSnapshots(db, owner);
  const plan = planRedate(snapshots, { id, asOf, today });

  const from = snapshots.find((snapshot) => snapshot.id === id)?.asOf ?? null;
  const redated = { source, id, from, to: asOf };
  if (plan.length === 0) return { ...redated, isChanged: false };
  for (const move of plan) await moveSnapshot(db, { owner, move, keys });
  await insertRedate(db, { ...owner, id, from, to: asOf, by: redatedBy });
  await auditRedate(db, owner, redated);
  if (affectsCurrentList(plan)) {
    const since = plan.flatMap(({ before, newDay }) => [before.countsFrom, newDay]).toSorted()[0];
    await queueRescreenings(db, { ...owner, family: getListFamily(source), since: since ?? asOf });
  }
  return { ...redated, isChanged: true };
}

type MoveInput = { owner: ListOwner; move: SnapshotMove; keys: KeyMaker };

async function moveSnapshot(db: Db, { owner, move, keys }: MoveInput): Promise<void> {
  const { before, newDay, asOf, asOfOrigin, nextDayBefore, nextDayAfter, keepsPosition } = move;
  const from = before.countsFrom;
  if (keepsPosition) await shiftVersions(db, { ...owner, from, to: newDay });
  else {
    const days = { ...owner, from, until: nextDayBefore };
    await stageSnapshot(db, days);
    await indexListStaging(db);
    await removeVersions(db, days);
    await mergeStagedList(db, { ...owner, from: newDay, until: nextDayAfter }, storeNames(keys));
    // The key counts describe the current list, which the removal may have changed.
    if (nextDayAfter !== null) await countNewest(db, owner);
  }
  await saveDay(db, { ...owner, id: before.id, asOf, from, countsFrom: newDay, asOfOrigin });
}

async function countNewest(db: Db, owner: ListOwner): Promise<void> {
  const { countsFrom } = await findNewestDays(db, owner);
  if (countsFrom !== null) await storeKeyCounts(db, { ...owner, from: countsFrom, until: null });
}

/** True when a move starts or ends at the current list. */
function affectsCurrentList(plan: readonly SnapshotMove[]): boolean {
  return plan.some(
    ({ nextDayBefore, nextDayAfter }) => nextDayBefore === null || nextDayAfter === null,
  );
}

/** Records an audit event for each service that screens by the list, with ids and dates only. */
async function auditRedate(
  db: Db,
  owner: ListOwner,
  { source, id, from, to }: Omit<RedatedList, 'isChanged'>,
): Promise<void> {
  const details = { list: source, snapshotId: id, from, to };
  const event = { action: 'list_redated', userId: null, apiKeyId: null, requestId: null } as const;
  for (const serviceId of await listAffectedServices(db, owner)) {
    await withinService(
      serviceId,
      async () => await insertAuditEvent(db, { ...event, serviceId, details }),
    );
  }
}

async function listAffectedServices(db: Db, { serviceId, source }: ListOwner): Promise<number[]> {
  if (serviceId !== ALL_SERVICES) return [serviceId];
  return await listScreeningServices(db, { serviceId, family: getListFamily(source) });
}
