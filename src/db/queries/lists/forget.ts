import type { Db } from '../../client.ts';
import { type ListOwner, lockList } from './snapshots.ts';

/** How many snapshots and versions of entries were deleted. */
type Forgotten = { snapshots: number; entries: number };

/**
 * Deletes a list with all its history: all of it or nothing, and not while it is being loaded, for of a list that is said
 * to be loaded and has no entries everybody would be cleared.
 */
export async function forgetList(db: Db, owner: ListOwner): Promise<Forgotten> {
  return await db.transaction().execute(async (tx) => {
    await lockList(tx, owner);
    return await deleteAll(tx, owner);
  });
}

async function deleteAll(db: Db, { serviceId, source }: ListOwner): Promise<Forgotten> {
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
