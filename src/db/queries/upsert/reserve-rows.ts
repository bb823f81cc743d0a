import type { Db } from '../../client.ts';
import { discardPlans } from '../../statements/discard-plans.ts';
import { type Run, runPipelined } from '../../statements/run-pipelined.ts';
import type { DeletionScope } from '../completion/deletion-scope.ts';
import { type AdditionalRows, lockSharedRowsPipelined } from '../completion/lock-for-completion.ts';
import {
  allocatePersonIds,
  lockPersonsByExternalIds,
  type NewPersons,
  toNewPersons,
} from '../participants/persons.ts';
import {
  allocateIdsOfKinds,
  type IdCounts,
  type IdKind,
  toFirstIds,
} from '../records/id-counters.ts';

/**
 * Rows that an upsert needs. `ids`: numbers of new rows, except persons; `scope`: participants that it deletes;
 * `externalPersonIds` and `fileIds`: persons and files that it refers to.
 */
export type RequiredRows = AdditionalRows & { ids: IdCounts; scope: DeletionScope };

export type ReservedRows = { firstIds: ReadonlyMap<IdKind, number>; persons: NewPersons };

/**
 * Allocates all ids that an upsert needs and locks the rows that it shares, in one round trip: other transactions of
 * the service wait for the id counters until the commit. Every writer locks rows in this order to avoid deadlocks:
 * counters, persons, files, counter of persons.
 */
export async function reserveRows(db: Db, required: RequiredRows): Promise<ReservedRows> {
  const { ids, scope, externalPersonIds } = required;
  const { serviceId } = scope;
  const personKeys = { serviceId, externalIds: externalPersonIds };
  const [counters, lockedRows, persons] = await runPipelined(
    db,
    async (run) =>
      await Promise.all([
        ids.length === 0 ? [] : run(allocateIdsOfKinds(db, serviceId, ids)),
        lockSharedRows(run, db, required),
        externalPersonIds.length === 0 ? [] : run(allocatePersonIds(db, personKeys)),
      ]),
  );
  if (lockedRows.isLarge) await discardPlans(db);
  return { firstIds: toFirstIds(counters, ids), persons: toNewPersons(persons) };
}

/** Locks persons and files. Without a deletion and files, one statement with a generic plan locks the persons. */
async function lockSharedRows(
  run: Run,
  db: Db,
  required: RequiredRows,
): Promise<{ isLarge: boolean }> {
  const { scope, externalPersonIds: externalIds, fileIds } = required;
  if (scope.participants !== 'none' || fileIds.length > 0)
    return await lockSharedRowsPipelined(run, db, required);
  if (externalIds.length > 0)
    await run(lockPersonsByExternalIds(db, { serviceId: scope.serviceId, externalIds }));
  return { isLarge: false };
}
