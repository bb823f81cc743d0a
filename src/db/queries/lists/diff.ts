import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { ListOwner } from './snapshots.ts';
import { LISTED_MAX } from './status.ts';

export type StatusChange = { from: string | null; to: string | null; count: number };

export type ListDiff = {
  added: number;
  removed: number;
  changed: number;
  unchanged: number;
  /**
   * Numbers of RFCs that the list gained and lost. An added entry may have an RFC that another entry had already. Null
   * when the list has no RFCs.
   */
  rfcs: { added: number; removed: number } | null;
  /** Entries listed on both days with different statuses, the most frequent change first, at most LISTED_MAX + 1. */
  statuses: StatusChange[];
};

/** Compares the entries of a list on two days; before its first snapshot it has none. */
export async function diffList(
  db: Db,
  { serviceId, source, from, to }: ListOwner & { from: string; to: string },
): Promise<ListDiff> {
  const isOn = (day: string) =>
    sql`e.service_id = ${serviceId} and e.source = ${source}
      and e.valid_from <= ${day}::date and (e.valid_to is null or e.valid_to > ${day}::date)`;
  const entriesOn = (day: string) =>
    sql`(select entry_key, content_hash, status from list_entries e where ${isOn(day)})`;
  const rfcsOn = (day: string) => sql`(
    select distinct i.value from list_identifiers i
    where i.service_id = ${serviceId} and i.kind = 'rfc'
      and i.entry_id = any(array(select e.id from list_entries e where ${isOn(day)}))
  )`;
  // Materialized, so that the planner uses a hash join instead of a nested loop: a list that was just loaded has no
  // statistics.
  const comparison = sql`comparison as materialized (
    select old.entry_key as old_key, new.entry_key as new_key, old.content_hash = new.content_hash as is_same,
      old.status as old_status, new.status as new_status
    from ${entriesOn(from)} old full join ${entriesOn(to)} new on new.entry_key = old.entry_key
  )`;
  const counts = await sql<Omit<ListDiff, 'statuses' | 'rfcs'>>`
    with ${comparison} select
      count(*) filter (where old_key is null)::integer as added,
      count(*) filter (where new_key is null)::integer as removed,
      count(*) filter (where not is_same)::integer as changed,
      count(*) filter (where is_same)::integer as unchanged
    from comparison`.execute(db);
  const taxpayers = await sql<{ added: number; removed: number; count: number }>`
    select
      count(*) filter (where old.value is null)::integer as added,
      count(*) filter (where new.value is null)::integer as removed,
      count(*)::integer as count
    from ${rfcsOn(from)} old full join ${rfcsOn(to)} new on new.value = old.value`.execute(db);
  const statuses = await sql<StatusChange>`
    with ${comparison} select old_status as "from", new_status as "to", count(*)::integer as count
    from comparison
    where old_key is not null and new_key is not null and old_status is distinct from new_status
    group by 1, 2 order by 3 desc, 1, 2 limit ${LISTED_MAX + 1}`.execute(db);
  const noChanges = { added: 0, removed: 0, changed: 0, unchanged: 0 };
  const { added = 0, removed = 0, count = 0 } = taxpayers.rows[0] ?? {};
  const rfcs = count === 0 ? null : { added, removed };
  return { ...(counts.rows[0] ?? noChanges), rfcs, statuses: statuses.rows };
}
