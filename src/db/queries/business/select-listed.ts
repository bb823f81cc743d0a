import { type Compilable, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { BusinessOrder } from '../../../domain/business/business-list.ts';
import type { Db } from '../../client.ts';
import { customPlanHint } from '../../wire/plan-hint.ts';
import type { Conditions } from '../participants/filter-conditions.ts';
import { searchedPage } from '../participants/searched-page.ts';
import { BUSINESS_COLUMNS, type BusinessRow } from './businesses.ts';

export type ListedRow = BusinessRow & { sort_key: string | Date };

/**
 * Form of a list, which determines the text of the statement and is the key of its cache. The form contains no data of
 * the request, because a cursor may contain a name.
 */
export type ListForm = {
  order: BusinessOrder;
  from: 'start' | 'end';
  hasAfter: boolean;
  hasBefore: boolean;
  limitMax: number;
};

/** Values of a list statement. A cursor is a sort key and an id, undefined when the form has none. */
export type ListValues = {
  serviceId: number;
  afterKey: string | undefined;
  afterId: number | undefined;
  beforeKey: string | undefined;
  beforeId: number | undefined;
  limit: number;
};

/** Returns the placeholder of a value. */
export type ValueIn = <Name extends keyof ListValues>(
  name: Name,
  type: 'integer' | 'bigint' | 'text' | 'timestamptz',
) => RawBuilder<ListValues[Name]>;

type Listing = {
  form: ListForm;
  conditions: Conditions;
  limitMax: RawBuilder<number>;
  value: ValueIn;
};

/**
 * Selects the rows of a window, in list order from its start or backwards from its end. `limitMax` limits the
 * businesses before the join with users, `value('limit')` the result. A filtered list gets a custom plan.
 */
export function selectListed(
  db: Db,
  { form, conditions, limitMax, value }: Listing,
): Compilable<ListedRow> {
  const { order } = form;
  const column = SORT_COLUMNS[order.field][order.direction];
  const direction = getScanDirection(form);
  const selection = db
    .selectFrom('businesses as b')
    .where('b.service_id', '=', value('serviceId', 'integer'))
    .where((eb) => eb.and([...conditions, ...keysetConditions(form, value)]))
    .selectAll('b')
    .select(`${column} as sort_key`)
    .orderBy(column, direction)
    .orderBy('b.id', direction)
    .limit(limitMax);
  const listed = db
    .selectFrom(selection.as('b'))
    .leftJoin('users as u', (join) =>
      join
        .on('u.service_id', '=', value('serviceId', 'integer'))
        .onRef('u.id', '=', 'b.responsible_user_id'),
    )
    .select(BUSINESS_COLUMNS)
    .select('b.sort_key')
    .orderBy('b.sort_key', direction)
    .orderBy('b.id', direction)
    .limit(value('limit', 'bigint'));
  return conditions.length === 0 ? listed : listed.modifyFront(customPlanHint('businesses'));
}

/** Selects the rows of a window whose filter searches names. */
export function selectSearched(
  db: Db,
  { form, conditions, value }: Omit<Listing, 'conditions' | 'limitMax'> & Searched,
): Compilable<ListedRow> {
  const { field, direction } = form.order;
  const page = searchedPage({
    table: 'businesses',
    alias: 'b',
    sortKey: sql.ref(SORT_COLUMNS[field][direction]),
    direction: getScanDirection(form),
    within: [
      sql`b.service_id = ${value('serviceId', 'integer')}`,
      ...keysetConditions(form, value),
    ],
    conditions,
    limit: value('limit', 'bigint'),
  });
  return db
    .selectFrom(page.as('page'))
    .modifyFront(customPlanHint('businesses'))
    .innerJoin('businesses as b', (join) =>
      join.on('b.service_id', '=', value('serviceId', 'integer')).onRef('b.id', '=', 'page.id'),
    )
    .leftJoin('users as u', (join) =>
      join
        .on('u.service_id', '=', value('serviceId', 'integer'))
        .onRef('u.id', '=', 'b.responsible_user_id'),
    )
    .select(BUSINESS_COLUMNS)
    .select('page.sort_key')
    .orderBy('page.sort_key', getScanDirection(form))
    .orderBy('b.id', getScanDirection(form));
}

type Searched = { conditions: Record<'index' | 'row', Conditions> };

function getScanDirection({ order, from }: ListForm): 'asc' | 'desc' {
  return (order.direction === 'asc') === (from === 'start') ? 'asc' : 'desc';
}

/** Sort columns; each has an index on service_id, the column, the id and the flags. */
const SORT_COLUMNS = {
  created_at: { asc: 'b.created_at', desc: 'b.created_at' },
  updated_at: { asc: 'b.updated_at', desc: 'b.updated_at' },
  name: { asc: 'b.name_key', desc: 'b.name_key_desc' },
} as const;

/**
 * Returns keyset conditions as row comparisons, for which PostgreSQL starts an index scan at the cursor.
 */
function keysetConditions(
  { order: { field, direction }, hasAfter, hasBefore }: ListForm,
  value: ValueIn,
): RawBuilder<SqlBool>[] {
  const position = sql`(${sql.ref(SORT_COLUMNS[field][direction])}, b.id)`;
  const type = field === 'name' ? 'text' : 'timestamptz';
  const after = sql`(${value('afterKey', type)}, ${value('afterId', 'bigint')})`;
  const before = sql`(${value('beforeKey', type)}, ${value('beforeId', 'bigint')})`;
  const [afterOperator, beforeOperator] = direction === 'asc' ? [sql`>`, sql`<`] : [sql`<`, sql`>`];
  const conditions: RawBuilder<SqlBool>[] = [];
  if (hasAfter) conditions.push(sql`${position} ${afterOperator} ${after}`);
  if (hasBefore) conditions.push(sql`${position} ${beforeOperator} ${before}`);
  return conditions;
}
