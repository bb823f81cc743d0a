import { type RawBuilder, sql } from 'kysely';

/**
 * Expression for the day that the list or an operator stated for a snapshot; null when unknown. It differs from
 * `as_of`, the day from which the snapshot applies, only when `own_day` is set.
 */
export function statedDay(alias: string): RawBuilder<string | null> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<string | null>`(case ${column('as_of_origin')} when 'loaded' then null
    else coalesce(${column('own_day')}, ${column('as_of')}) end)`;
}

/** Expression for a snapshot as JSON, with the members that `summarizeList` expects. */
export function snapshotAsJson(alias: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`json_build_object('source', ${column('source')}, 'asOf', ${statedDay(alias)}, 'asOfOrigin', ${column('as_of_origin')},
    'sourceSeenAt', ${column('source_seen_at')}, 'sha256', encode(${column('sha256')}, 'hex'), 'rows', ${column('rows_kept')})`;
}
