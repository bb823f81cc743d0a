import type { Db } from '../../client.ts';
import type { ListOwner } from './snapshots.ts';

/** Deletes a list with all its history; answers how many snapshots and versions of entries it had. */
export async function forgetList(
  db: Db,
  { serviceId, source }: ListOwner,
): Promise<{ snapshots: number; entries: number }> {
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
  return { snapshots: Number(snapshots.numDeletedRows), entries: Number(entries.numDeletedRows) };
}
