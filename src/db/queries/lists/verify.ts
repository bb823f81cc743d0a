import { sql } from 'kysely';
import type { Db } from '../../client.ts';

export type ListCheck = {
  source: string;
  asOf: string;
  /** Version of the rules by which the snapshot was parsed. */
  rulesVersion: number;
  rowsKept: number;
  /**
   * Number of stored entries that are valid on the day of the newest snapshot; equals `rowsKept` unless data was lost.
   */
  validEntries: number;
  /** Number of those entries without a name. */
  nameless: number;
};

/** Compares the newest snapshot of each list of a service with its stored entries. */
export async function checkLists(db: Db, serviceId: number): Promise<ListCheck[]> {
  const result = await sql<ListCheck>`
    select newest.source, newest.as_of::text as "asOf", newest.rules as "rulesVersion", newest.rows_kept as "rowsKept",
      count(entry.id)::integer as "validEntries",
      count(entry.id) filter (where not exists (
        select from list_names where service_id = ${serviceId} and entry_id = entry.id
      ))::integer as nameless
    from (
      select distinct on (source) source, as_of, rules, rows_kept from list_snapshots
      where service_id = ${serviceId} order by source, as_of desc, id desc
    ) newest
    left join list_entries entry on entry.service_id = ${serviceId} and entry.source = newest.source
      and entry.valid_from <= newest.as_of and (entry.valid_to is null or entry.valid_to > newest.as_of)
    group by 1, 2, 3, 4 order by 1`.execute(db);
  return result.rows;
}
