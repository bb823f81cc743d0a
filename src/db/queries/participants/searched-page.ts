import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { allOf, type Conditions } from './filter-conditions.ts';

/** The key of a row in a list: what it is sorted on, then its id. */
export type PageKey = { id: number; sort_key: string | Date | number };

/** An ordered part of a list, of which each row is `alias`. */
export type KeyPage = {
  table: 'businesses' | 'participants';
  alias: 'b' | 'p';
  sortKey: RawBuilder<unknown>;
  direction: 'asc' | 'desc';
  /** The service, and between which places. */
  within: Conditions;
  /** What the filter asks, for an index and for rows that are read anyway. */
  conditions: Record<'index' | 'row', Conditions>;
  limit: RawBuilder<number>;
};

/** Of so many rows in order it is looked whether they fill the page, which takes some milliseconds. */
const WALKED_MAX = 2000;

/** The first rows of the order that pass, as a query in parentheses. */
export function plainPage(page: KeyPage): RawBuilder<PageKey> {
  const { within, conditions, limit } = page;
  return sql`(
    select ${keyOf(page)} from ${tableOf(page)}
    where ${allOf([...within, ...conditions.index])} ${orderOf(page)} limit ${limit}
  )`;
}

/**
 * The same where names are searched. What many names hold soon fills a page by a walk along the order, and would take
 * long to be brought into order as a whole; what few hold is soon found by the index, and hardly ever by a walk. No
 * planner knows which it is, so first a bounded walk is tried, and only where it does not fill the page all that the
 * index finds is sorted. `offset 0` keeps the planner from a walk for that too.
 */
export function searchedPage(page: KeyPage): RawBuilder<PageKey> {
  const { within, conditions, limit } = page;
  const isFull = sql<SqlBool>`(select count(*) from walked) >= ${limit}`;
  const inOrder = sql`order by sort_key ${sql.raw(page.direction)}, id ${sql.raw(page.direction)} limit ${limit}`;
  return sql`(
    with walked as materialized (
      select id, sort_key from (
        select ${keyOf(page)}, ${allOf(conditions.row)} as passes from ${tableOf(page)}
        where ${allOf(within)} ${orderOf(page)} limit ${sql.lit(WALKED_MAX)}
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
  const way = sql.raw(direction);
  return sql`order by ${sortKey} ${way}, ${sql.ref(`${alias}.id`)} ${way}`;
}
