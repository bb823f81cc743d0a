import { sql } from 'kysely';
import type { Db } from '../client.ts';

/** Records a generated file as known; one that is known already stays as it is. */
export async function insertKnownFile(db: Db, serviceId: number, id: number): Promise<void> {
  await db
    .insertInto('files')
    .values({ service_id: serviceId, id })
    .onConflict((conflict) => conflict.columns(['service_id', 'id']).doNothing())
    .execute();
}

/** Holds files until the transaction ends, in order of id, as a completion does. */
export async function lockFiles(db: Db, serviceId: number, ids: readonly number[]): Promise<void> {
  await db
    .selectFrom('files')
    .select('id')
    .where('service_id', '=', serviceId)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Deletes those of the files that no document refers to any more. */
export async function deleteLooseFiles(
  db: Db,
  serviceId: number,
  ids: readonly number[],
): Promise<void> {
  await sql`
    delete from files f
    where f.service_id = ${serviceId} and f.id = any(${ids}::bigint[])
      and not exists (
        select from documents d where d.service_id = f.service_id and d.file_id = f.id
      )
  `.execute(db);
}
