import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { hiddenTexts } from '../../statements/requested-ids.ts';
import { isValidOnFirstDay, type SnapshotDays } from './snapshot-days.ts';

type KeyCountQuery = { owners: readonly number[]; keys: readonly string[] };
type KeyCount = { key: string; names: number };

/**
 * Returns the number of names with each search key in the lists of these services. Keys with fewer than COUNTED_FROM
 * names in a list are not counted for it.
 */
export async function countListKeys(db: Db, query: KeyCountQuery): Promise<Map<string, number>> {
  const { rows } = await db.executeQuery<KeyCount>(selectCounts(db, query));
  return new Map(rows.map(({ key, names }) => [key, names]));
}

const selectCounts = prepareStatement((db, value: ValueOf<KeyCountQuery>) =>
  sql<KeyCount>`
    select c.key, sum(c.names)::integer as names
    from list_key_counts c
    where c.service_id = any((select ${value('owners')}::integer[])::integer[])
      and c.key = any(${hiddenTexts(value('keys'))})
    group by c.key
    order by c.key
  `.compile(db),
);

/** Number of names from which a key is counted. A search for rarer keys is fast without counts. */
const COUNTED_FROM = 100;

/**
 * Recounts the names of the snapshot by search key. Reading and writing are separate statements, because PostgreSQL
 * parallelizes only reads.
 */
export async function storeKeyCounts(db: Db, days: SnapshotDays): Promise<void> {
  const { serviceId, source } = days;
  const { rows } = await sql<KeyCount>`
    select name_key.key, count(*)::integer as names
    from (
      select unnest(keys) as key from list_names
      where service_id = ${serviceId} and entry_id in (select id from list_entries stored where ${isValidOnFirstDay(days)})
    ) name_key
    group by name_key.key
    having count(*) >= ${COUNTED_FROM}::integer`.execute(db);
  await sql`delete from list_key_counts where service_id = ${serviceId} and source = ${source}`.execute(
    db,
  );
  await sql`
    insert into list_key_counts (service_id, source, key, names)
    select ${serviceId}::integer, ${source}::text, key_count.key, key_count.names
    from unnest(${rows.map((row) => row.key)}::text[], ${rows.map((row) => row.names)}::integer[]) key_count (key, names)`.execute(
    db,
  );
}
