import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { allOf, type Conditions } from './filter-conditions.ts';

/** Keyset of a row in a list: its sort value, then its id. */
export type PageKey = { id: number; sort_key: string | Date | number };

/** Ordered part of a list, each row of which is `alias`. */
export type KeyPage = {
  table: 'businesses' | 'participants';
  alias: 'b' | 'p';
  sortKey: RawBuilder<unknown>;
  direction: 'asc' | 'desc';
  /** Conditions on the service and the keyset range. */
  within: Conditions;
  /** Conditions of the filter, written for an index and for rows that are read in any case. */
  conditions: Record<'index' | 'row', Conditions>;
  limit: RawBuilder<number>;
};

/** Number of rows in list order that are scanned for matches first; takes some milliseconds. */
const SCANNED_MAX = 2000;

/** First rows in order that pass the filter, as a parenthesized query. */
export function plainPage(page: KeyPage): RawBuilder<PageKey> {
  const { within, conditions, limit } = page;
  return sql`(
    select ${keyOf(page)} from ${tableOf(page)}
    where ${allOf([...within, ...conditions.index])} ${orderOf(page)} limit ${limit}
  )`;
}

/**
 * First rows in order that pass a filter on names, as a parenthesized query. When many names match, a scan in list
 * order fills the page soon and sorting all matches would take long; when few match, the index finds them and a scan
 * would hardly ever fill the page. The planner cannot know which, so a bounded scan is tried first, and only when it
 * does not fill the page all matches of the index are sorted. `offset 0` keeps the planner from a scan in order for the
 * second part too.
 */
export function searchedPage(page: KeyPage): RawBuilder<PageKey> {
  const { within, conditions, limit } = page;
  const isFull = sql<SqlBool>`(select count(*) from walked) >= ${limit}`;
  const inOrder = sql`order by sort_key ${sql.raw(page.direction)}, id ${sql.raw(page.direction)} limit ${limit}`;
  return sql`(
    with walked as materialized (
      select id, sort_key from (
        select ${keyOf(page)}, ${allOf(conditions.row)} as passes from ${tableOf(page)}
        where ${allOf(within)} ${orderOf(page)} limit ${sql.lit(SCANNED_MAX)}
      ) tried where passes ${inOrder}
    )
    select id, sort_key from walked where ${isFull}
    union all (
      select id, sort_key from (
        select ${keyOf(page)} from ${tableOf(page)}
        where ${allOf([sql`not (${isFull})`, ...within, ...conditions.index])} offset 0
      ) found ${inOrder}
    )
  )`;
}

function tableOf({ table, alias }: KeyPage): RawBuilder<unknown> {
  return sql`${sql.table(table)} as ${sql.ref(alias)}`;
}

function keyOf({ alias, sortKey }: KeyPage): RawBuilder<unknown> {
  return sql`${sql.ref(`${alias}.id`)}, ${sortKey} as sort_key`;
}

function orderOf({ alias, sortKey, direction }: KeyPage): RawBuilder<unknown> {
  const sqlDirection = sql.raw(direction);
  return sql`order by ${sortKey} ${sqlDirection}, ${sql.ref(`${alias}.id`)} ${sqlDirection}`;
}
