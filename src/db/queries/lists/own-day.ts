import { type RawBuilder, sql } from 'kysely';

/**
 * Day that the list or an operator states for a snapshot; null when unknown. `as_of` is the day from which the snapshot
 * applies.
 */
export function ownDay(alias: string): RawBuilder<string | null> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<string | null>`(case ${column('as_of_origin')} when 'loaded' then null
    else coalesce(${column('own_day')}, ${column('as_of')}) end)`;
}

/** JSON object with the facts of a snapshot that `summarizeList` expects. */
export function snapshotAsJson(alias: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`json_build_object('source', ${column('source')}, 'asOf', ${ownDay(alias)}, 'asOfOrigin', ${column('as_of_origin')},
    'sourceSeenAt', ${column('source_seen_at')}, 'sha256', encode(${column('sha256')}, 'hex'), 'rows', ${column('rows_kept')})`;
}
