import { type RawBuilder, sql } from 'kysely';

/** The day that a snapshot's list or operator states; null when unknown. `as_of` is the day that the snapshot counts from. */
export function ownDay(of: string): RawBuilder<string | null> {
  const column = (name: string) => sql.ref(`${of}.${name}`);
  return sql<string | null>`(case ${column('as_of_origin')} when 'loaded' then null
    else coalesce(${column('own_day')}, ${column('as_of')}) end)`;
}

/** Facts of a snapshot that `summarizeList` takes, as JSON. */
export function snapshotAsJson(of: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${of}.${name}`);
  return sql`json_build_object('source', ${column('source')}, 'asOf', ${ownDay(of)}, 'asOfOrigin', ${column('as_of_origin')},
    'sourceSeenAt', ${column('source_seen_at')}, 'sha256', encode(${column('sha256')}, 'hex'), 'rows', ${column('rows_kept')})`;
}
