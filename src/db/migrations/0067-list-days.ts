import { type Kysely, sql } from 'kysely';

/**
 * Two dates of a loaded list: its own day, apart from the day that it counts from, and the last fetch that found it current. The release
 * before reads `as_of` only, which stays the day that a snapshot counts from.
 */
// Safe since f31fc077: the update fills a new column only, which no earlier release reads.
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `
alter table list_snapshots
  -- The day that the list or the operator states, where the snapshot counts from another one; null: as_of is that day, or, of the
  -- origin 'loaded', the day is unknown.
  add column own_day date,
  -- The last fetch that found this version as the newest one of its source.
  add column source_seen_at timestamptz(3),
  -- When an operator changed its day; null: never.
  add column redated_at timestamptz(3)`,
  // Known only for the last fetch: earlier releases recorded an import of the same file as a fetch.
  `
update list_snapshots s set source_seen_at = f.tried_at
from list_fetches f
where f.service_id = s.service_id and f.source = s.source and f.sha256 = s.sha256
  and f.outcome in ('loaded', 'same', 'not_modified')
  and s.id = (
    select n.id from list_snapshots n
    where n.service_id = s.service_id and n.source = s.source
    order by n.as_of desc, n.id desc
    limit 1
  )`,
];
