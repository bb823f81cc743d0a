import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../client.ts';
import { analyzeTables } from '../../staging/analyze-tables.ts';
import { allocateIds, type IdKind } from '../records/id-counters.ts';

type IdTable =
  | 'import_user_ids'
  | 'import_responsibles'
  | 'import_new_persons'
  | 'import_business_ids'
  | 'import_participant_ids';

export type IdAssignment = { serviceId: number; kind: IdKind; table: IdTable };

/**
 * Assigns a new id to every row of the table without one, in the order of the rows. The counter is first raised above
 * the given ids of the table, so that no later id collides with them.
 */
export async function assignIds(db: Db, assignment: IdAssignment): Promise<void> {
  const { serviceId, kind } = assignment;
  const table = sql.table(assignment.table);
  await raiseCounter(db, assignment, table);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${table} where service_id = ${serviceId} and id is null
  `.execute(db);
  const count = rows[0]?.count ?? 0;
  if (count > 0) {
    const firstId = await allocateIds(db, { serviceId, kind, count });
    await sql`
      update ${table} target set id = ${firstId} - 1 + row_without_id.ordinal
      from (
        select seq, row_number() over (order by seq) as ordinal from ${table}
        where service_id = ${serviceId} and id is null
      ) row_without_id
      where target.service_id = ${serviceId} and row_without_id.seq = target.seq
    `.execute(db);
  }
  await analyzeTables(db, [assignment.table]);
}

async function raiseCounter(
  db: Db,
  { serviceId, kind }: IdAssignment,
  table: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    insert into id_counters as counter (service_id, kind, last_id)
    select ${serviceId}::integer, ${kind}::text, max(id) from ${table}
    where service_id = ${serviceId} having max(id) is not null
    on conflict (service_id, kind) do update set last_id = excluded.last_id
    where counter.last_id < excluded.last_id
  `.execute(db);
}
