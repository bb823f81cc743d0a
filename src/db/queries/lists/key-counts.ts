import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { holding, type SnapshotDays } from './snapshot-days.ts';

type Asked = { owners: readonly number[]; keys: readonly string[] };
type Counted = { key: string; names: number };

/** In how many names of these services' lists each key stands, as far as they are many; nothing for a rare one. */
export async function countListKeys(db: Db, asked: Asked): Promise<Map<string, number>> {
  const { rows } = await db.executeQuery<Counted>(selectCounts(db, asked));
  return new Map(rows.map(({ key, names }) => [key, names]));
}

const selectCounts = prepareStatement((db, value: ValueOf<Asked>) =>
  sql<Counted>`
    select c.key, sum(c.names)::integer as names
    from list_key_counts c
    where c.service_id = any((select ${value('owners')}::integer[])::integer[])
      and c.key = any((select ${value('keys')}::text[])::text[])
    group by c.key
    order by c.key
  `.compile(db),
);

/** Rarer keys are found fast whatever else is asked for. Of those that names are told by, at most one in so many is as frequent. */
const COUNTED_FROM = 100;

/**
 * Counts anew in how many names of the snapshot each key stands. The counts are told in between: PostgreSQL shares out among its
 * processes what only reads.
 */
export async function storeKeyCounts(db: Db, days: SnapshotDays): Promise<void> {
  const { serviceId, source } = days;
  const { rows } = await sql<Counted>`
    select named.key, count(*)::integer as names
    from (
      select unnest(keys) as key from list_names
      where service_id = ${serviceId} and entry_id in (select id from list_entries held where ${holding(days)})
    ) named
    group by named.key
    having count(*) >= ${COUNTED_FROM}::integer`.execute(db);
  await sql`delete from list_key_counts where service_id = ${serviceId} and source = ${source}`.execute(
    db,
  );
  await sql`
    insert into list_key_counts (service_id, source, key, names)
    select ${serviceId}::integer, ${source}::text, counted.key, counted.names
    from unnest(${rows.map((row) => row.key)}::text[], ${rows.map((row) => row.names)}::integer[]) counted (key, names)`.execute(
    db,
  );
}
