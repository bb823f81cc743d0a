import type { Db } from '../../client.ts';
import { type ListOwner, lockList } from './snapshots.ts';

/** Numbers of deleted snapshots and of deleted versions of entries. */
type DeletedCounts = { snapshots: number; entries: number };

/**
 * Deletes a list with its whole history in one transaction, under the lock that loads take. Otherwise the list could
 * remain loaded without entries, so that every screening against it would be clear.
 */
export async function forgetList(db: Db, owner: ListOwner): Promise<DeletedCounts> {
  return await db.transaction().execute(async (tx) => {
    await lockList(tx, owner);
    return await deleteAll(tx, owner);
  });
}

async function deleteAll(db: Db, { serviceId, source }: ListOwner): Promise<DeletedCounts> {
  const entries = await db
    .deleteFrom('list_entries')
    .where('service_id', '=', serviceId)
    .where('source', '=', source)
    .executeTakeFirst();
  await db
    .deleteFrom('list_key_counts')
    .where('service_id', '=', serviceId)
    .where('source', '=', source)
    .execute();
  const snapshots = await db
    .deleteFrom('list_snapshots')
    .where('service_id', '=', serviceId)
    .where('source', '=', source)
    .executeTakeFirst();
  await db
    .deleteFrom('list_fetches')
    .where('service_id', '=', serviceId)
    .where('source', '=', source)
    .execute();
  await db
    .deleteFrom('list_redates')
    .where('service_id', '=', serviceId)
    .where('source', '=', source)
    .execute();
  return { snapshots: Number(snapshots.numDeletedRows), entries: Number(entries.numDeletedRows) };
}
