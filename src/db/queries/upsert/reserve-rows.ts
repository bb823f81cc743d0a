import type { Db } from '../../client.ts';
import { discardPlans } from '../../statements/discard-plans.ts';
import { type Run, runPipelined } from '../../statements/run-pipelined.ts';
import { type FurtherRows, lockSharedRowsPipelined } from '../completion/completion.ts';
import type { DeletionScope } from '../completion/deletion-scope.ts';
import {
  allocatePersonIds,
  lockPersonsByExternalIds,
  type NewPersons,
  newPersonsOf,
} from '../participants/persons.ts';
import {
  allocateIdsOfKinds,
  firstIdsOf,
  type IdCounts,
  type IdKind,
} from '../records/id-counters.ts';

/** Rows that an upsert adds, in addition to new persons, and rows that may become unreferenced. */
export type WantedRows = FurtherRows & { ids: IdCounts; scope: DeletionScope };

export type ReservedRows = { firstIds: ReadonlyMap<IdKind, number>; persons: NewPersons };

/**
 * Allocates all ids that an upsert needs and locks the rows that it shares, in one round trip: other transactions of
 * the service wait for the id counters until the commit. Every writer locks rows in this order to avoid deadlocks:
 * counters, persons, files, counter of persons.
 */
export async function reserveRows(db: Db, wanted: WantedRows): Promise<ReservedRows> {
  const { ids, scope, externalPersonIds } = wanted;
  const { serviceId } = scope;
  const personKeys = { serviceId, externalIds: externalPersonIds };
  const [counters, lockedRows, persons] = await runPipelined(
    db,
    async (run) =>
      await Promise.all([
        ids.length === 0 ? [] : run(allocateIdsOfKinds(db, serviceId, ids)),
        lockShared(run, db, wanted),
        externalPersonIds.length === 0 ? [] : run(allocatePersonIds(db, personKeys)),
      ]),
  );
  if (lockedRows.areMany) await discardPlans(db);
  return { firstIds: firstIdsOf(counters, ids), persons: newPersonsOf(persons) };
}

/** Locks shared rows; without a deletion, by one statement with a generic plan. */
async function lockShared(run: Run, db: Db, wanted: WantedRows): Promise<{ areMany: boolean }> {
  const { scope, externalPersonIds: externalIds, fileIds } = wanted;
  if (scope.participants !== 'none' || fileIds.length > 0)
    return await lockSharedRowsPipelined(run, db, wanted);
  if (externalIds.length > 0)
    await run(lockPersonsByExternalIds(db, { serviceId: scope.serviceId, externalIds }));
  return { areMany: false };
}
