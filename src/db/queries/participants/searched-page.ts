import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { allOf, type Conditions } from './filter-conditions.ts';

/** Key of a row in a list: its sort value and its id. */
export type PageKey = { id: number; sort_key: string | Date | number };

/** Page of a list whose rows have the table alias `alias`. */
export type KeyPage = {
  table: 'businesses' | 'participants';
  alias: 'b' | 'p';
  sortKey: RawBuilder<unknown>;
  direction: 'asc' | 'desc';
  /** Conditions on the service and the keyset range. */
  within: Conditions;
  /** Conditions of the filter in both forms of `ConditionForm`. */
  conditions: Record<'index' | 'row', Conditions>;
  limit: RawBuilder<number>;
};

/** Number of rows in list order that are scanned for matches first, which takes some milliseconds. */
const SCANNED_MAX = 2000;

/** Returns a parenthesized query for the keys of the first rows in order that match the filter. */
export function plainPage(page: KeyPage): RawBuilder<PageKey> {
  const { within, conditions, limit } = page;
  return sql`(
    select ${selectKey(page)} from ${fromTable(page)}
    where ${allOf([...within, ...conditions.index])} ${orderByKey(page)} limit ${limit}
  )`;
}

/**
 * Returns a parenthesized query for the keys of the first rows in order that match a filter on names. When many names
 * match, a scan in list order fills the page early, and sorting all matches would take long. When few match, the index
 * finds them, and a scan in list order would read the whole list. The planner cannot know which is the case. So a scan
 * of SCANNED_MAX rows is tried first; when it does not fill the page, all matches of the index are sorted. `offset 0`
 * keeps the planner from scanning in list order for them too.
 */
export function searchedPage(page: KeyPage): RawBuilder<PageKey> {
  const { within, conditions, limit } = page;
  const isFull = sql<SqlBool>`(select count(*) from scanned_matches) >= ${limit}`;
  const inOrder = sql`order by sort_key ${sql.raw(page.direction)}, id ${sql.raw(page.direction)} limit ${limit}`;
  return sql`(
    with scanned_matches as materialized (
      select id, sort_key from (
        select ${selectKey(page)}, ${allOf(conditions.row)} as passes from ${fromTable(page)}
        where ${allOf(within)} ${orderByKey(page)} limit ${sql.lit(SCANNED_MAX)}
      ) scanned_rows where passes ${inOrder}
    )
    select id, sort_key from scanned_matches where ${isFull}
    union all (
      select id, sort_key from (
        select ${selectKey(page)} from ${fromTable(page)}
        where ${allOf([sql`not (${isFull})`, ...within, ...conditions.index])} offset 0
      ) index_matches ${inOrder}
    )
  )`;
}

function fromTable({ table, alias }: KeyPage): RawBuilder<unknown> {
  return sql`${sql.table(table)} as ${sql.ref(alias)}`;
}

function selectKey({ alias, sortKey }: KeyPage): RawBuilder<unknown> {
  return sql`${sql.ref(`${alias}.id`)}, ${sortKey} as sort_key`;
}

function orderByKey({ alias, sortKey, direction }: KeyPage): RawBuilder<unknown> {
  const sqlDirection = sql.raw(direction);
  return sql`order by ${sortKey} ${sqlDirection}, ${sql.ref(`${alias}.id`)} ${sqlDirection}`;
}
