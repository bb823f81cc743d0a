import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { ListOwner } from './snapshots.ts';

export type StatusChange = { from: string | null; to: string | null; count: number };

export type ListDiff = {
  added: number;
  removed: number;
  changed: number;
  unchanged: number;
  /** Entries that are there on both days with another status, the most frequent change first. */
  statuses: StatusChange[];
};

/** What a list says on one day and did not on another; days before its first snapshot have no entries. */
export async function diffList(
  db: Db,
  { serviceId, source, from, to }: ListOwner & { from: string; to: string },
): Promise<ListDiff> {
  const on = (day: string) => sql`(
    select entry_key, content_hash, status from list_entries
    where service_id = ${serviceId} and source = ${source}
      and valid_from <= ${day}::date and (valid_to is null or valid_to > ${day}::date)
  )`;
  const counted = await sql<Omit<ListDiff, 'statuses'>>`
    select
      count(*) filter (where old.entry_key is null)::integer as added,
      count(*) filter (where new.entry_key is null)::integer as removed,
      count(*) filter (where old.content_hash <> new.content_hash)::integer as changed,
      count(*) filter (where old.content_hash = new.content_hash)::integer as unchanged
    from ${on(from)} old full join ${on(to)} new on new.entry_key = old.entry_key`.execute(db);
  const statuses = await sql<StatusChange>`
    select old.status as "from", new.status as "to", count(*)::integer as count
    from ${on(from)} old join ${on(to)} new on new.entry_key = old.entry_key
    where old.status is distinct from new.status
    group by 1, 2 order by 3 desc, 1, 2 limit 1000`.execute(db);
  const none = { added: 0, removed: 0, changed: 0, unchanged: 0 };
  return { ...(counted.rows[0] ?? none), statuses: statuses.rows };
}
