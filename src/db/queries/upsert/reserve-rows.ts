import type { Db } from '../../client.ts';
import { discardPlans } from '../../statements/discard-plans.ts';
import { type Run, runPipelined } from '../../statements/run-pipelined.ts';
import { type FurtherRows, holdSharedRows } from '../completion/completion.ts';
import type { DeletionScope } from '../completion/deletion-scope.ts';
import {
  allocatePersonIds,
  lockPersonsByExternalIds,
  type NewPersons,
  newPersonsOf,
} from '../participants/persons.ts';
import { firstIdsOf, type IdKind, takeIdsOfKinds, type WantedIds } from '../records/id-counters.ts';

/** Rows that an upsert adds, in addition to new persons, and rows that may lose their last reference. */
export type WantedRows = FurtherRows & { ids: WantedIds; scope: DeletionScope };

export type ReservedRows = { firstIds: ReadonlyMap<IdKind, number>; persons: NewPersons };

/**
 * Takes all ids that an upsert needs and holds what it shares with others, in one round trip: nobody of the service can
 * take ids of these kinds from here to the commit. Every writer holds rows in this order, so that no two wait for each
 * other: counters, persons, files, counter of persons.
 */
export async function reserveRows(db: Db, wanted: WantedRows): Promise<ReservedRows> {
  const { ids, scope, externalPersonIds } = wanted;
  const { serviceId } = scope;
  const asked = { serviceId, externalIds: externalPersonIds };
  const [counters, held, persons] = await runPipelined(
    db,
    async (run) =>
      await Promise.all([
        ids.length === 0 ? [] : run(takeIdsOfKinds(db, serviceId, ids)),
        holdShared(run, db, wanted),
        externalPersonIds.length === 0 ? [] : run(allocatePersonIds(db, asked)),
      ]),
  );
  if (held.areMany) await discardPlans(db);
  return { firstIds: firstIdsOf(counters, ids), persons: newPersonsOf(persons) };
}

/** Without a deletion, one statement with a generic plan. */
async function holdShared(run: Run, db: Db, wanted: WantedRows): Promise<{ areMany: boolean }> {
  const { scope, externalPersonIds: externalIds, fileIds } = wanted;
  if (scope.participants !== 'none' || fileIds.length > 0)
    return await holdSharedRows(run, db, wanted);
  if (externalIds.length > 0)
    await run(lockPersonsByExternalIds(db, { serviceId: scope.serviceId, externalIds }));
  return { areMany: false };
}
