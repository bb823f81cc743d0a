import type { Db } from '../../client.ts';

/** The codes of the lists of a service's own, in their order. */
export async function listOwnSources(db: Db, serviceId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('list_snapshots')
    .select('source')
    .distinct()
    .where('service_id', '=', serviceId)
    .orderBy('source')
    .execute();
  return rows.map((row) => row.source);
}
