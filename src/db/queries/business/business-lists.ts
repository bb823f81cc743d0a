import { sql } from 'kysely';
import type { Business } from '../../../domain/business/business.ts';
import type {
  BusinessFilter,
  BusinessOrder,
  BusinessPosition,
} from '../../../domain/business/business-list.ts';
import { getReadPlan, type PositionedRow, type Window } from '../../../domain/shared/page.ts';
import type { Db } from '../../client.ts';
import { type Prepared, prepare, type ValueOf } from '../../statements/prepared.ts';
import { customPlanHint } from '../../wire/plan-hint.ts';
import { searchesNames } from '../participants/filter-conditions.ts';
import { toConditions } from './business-conditions.ts';
import { toBusiness } from './businesses.ts';
import {
  type ListedRow,
  type ListForm,
  type ListValues,
  selectListed,
  selectSearched,
  type ValueIn,
} from './select-listed.ts';

export type BusinessListing = { serviceId: number; filter: BusinessFilter };

/** Returns the rows of a window in list order, at most the limit of `getReadPlan`. */
export async function listBusinesses(
  db: Db,
  listing: BusinessListing & { order: BusinessOrder },
  window: Window<BusinessPosition>,
): Promise<PositionedRow<Business, BusinessPosition>[]> {
  const rows = await readRows(db, listing, window);
  const listed = rows.map((row) => ({
    node: toBusiness(row),
    position: toPosition(row.sort_key, row.id),
  }));
  return getReadPlan(window).from === 'start' ? listed : listed.toReversed();
}

async function readRows(
  db: Db,
  { serviceId, filter, order }: BusinessListing & { order: BusinessOrder },
  window: Window<BusinessPosition>,
): Promise<ListedRow[]> {
  const index = toConditions(filter, { serviceId, usage: 'index' });
  const form = toListForm(order, window);
  const values = toListValues(serviceId, window);
  if (index.length === 0) return await getPreparedList(form)(db, values);
  const value: ValueIn = (name, type) => sql`${values[name]}::${sql.raw(type)}`;
  const limitMax = sql<number>`${values.limit}`;
  const row = toConditions(filter, { serviceId, usage: 'row' });
  const statement = searchesNames(filter)
    ? selectSearched(db, { form, conditions: { index, row }, value })
    : selectListed(db, { form, conditions: index, limitMax, value });
  return (await db.executeQuery(statement.compile())).rows;
}

/** Limit up to which all page sizes share one statement text; larger limits are rounded up to a power of two. */
const COMMON_LIMIT_MAX = 128;

function toListForm(order: BusinessOrder, window: Window<BusinessPosition>): ListForm {
  const { from, limit } = getReadPlan(window);
  return {
    order,
    from,
    hasAfter: window.after !== null,
    hasBefore: window.before !== null,
    limitMax: Math.max(COMMON_LIMIT_MAX, 2 ** Math.ceil(Math.log2(limit))),
  };
}

function toListValues(serviceId: number, window: Window<BusinessPosition>): ListValues {
  const [afterKey, afterId] = window.after ?? [];
  const [beforeKey, beforeId] = window.before ?? [];
  return { serviceId, afterKey, afterId, beforeKey, beforeId, limit: getReadPlan(window).limit };
}

const preparedLists = new Map<string, Prepared<ListValues, ListedRow>>();

/**
 * Returns the prepared statement for all windows of this form on unfiltered businesses. Its values except the service
 * id are in subselects, so that PostgreSQL keeps a generic plan: with a visible limit it would prefer a custom plan.
 * The text contains the maximum page length, because the planner would otherwise expect a tenth of the table and sort
 * it.
 */
function getPreparedList(form: ListForm): Prepared<ListValues, ListedRow> {
  const { order, from, hasAfter, hasBefore, limitMax } = form;
  const key = [order.field, order.direction, from, hasAfter, hasBefore, limitMax].join(' ');
  const existing = preparedLists.get(key);
  if (existing !== undefined) return existing;
  const prepared = prepare((db, value: ValueOf<ListValues>) =>
    selectListed(db, {
      form,
      conditions: [],
      limitMax: sql.lit(limitMax),
      value: (name, type) =>
        name === 'serviceId' ? sql`${value(name)}` : sql`(select ${value(name)}::${sql.raw(type)})`,
    }),
  );
  preparedLists.set(key, prepared);
  return prepared;
}

/** Counts matching businesses, up to `max`. */
export async function countBusinesses(
  db: Db,
  { serviceId, filter }: BusinessListing,
  max: number,
): Promise<number> {
  const conditions = toConditions(filter, { serviceId, usage: 'index' });
  const orderColumn = findCountOrder(filter);
  const selection = db
    .selectFrom('businesses as b')
    .select('b.id')
    .where('b.service_id', '=', serviceId)
    .where((eb) => eb.and(conditions))
    .$if(orderColumn !== undefined, (query) => query.orderBy(orderColumn ?? 'b.id'))
    .limit(max);
  const row = await db
    .selectFrom(selection.as('matching_businesses'))
    .$if(conditions.length > 0, (query) => query.modifyFront(customPlanHint('businesses')))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/**
 * Returns the column to order a count by: the one that is filtered on, so that PostgreSQL uses its index. Without an
 * order the planner may scan the table and expect to find enough rows early, which fails for a service whose rows were
 * inserted late.
 */
function findCountOrder(filter: BusinessFilter) {
  // A GIN index has no order.
  if (searchesNames(filter)) return undefined;
  if (filter.databaseIdIn) return 'b.id';
  if (filter.code) return 'b.code_key';
  if (filter.name) return 'b.name_key';
  if (filter.externalIdIn) return 'b.external_id';
  if (filter.responsibleUser) return 'b.responsible_user_id';
  return filter.updatedSince || filter.updatedBefore ? 'b.updated_at' : 'b.created_at';
}

function toPosition(sortKey: string | Date, id: number): BusinessPosition {
  return [typeof sortKey === 'string' ? sortKey : sortKey.toISOString(), id];
}
