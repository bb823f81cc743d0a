import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Business } from '../../../domain/business.ts';
import type {
  BusinessFilter,
  BusinessOrder,
  BusinessPlace,
} from '../../../domain/business-list.ts';
import { type Listed, readingOf, type Window } from '../../../domain/page.ts';
import type { Db } from '../../client.ts';
import { type Prepared, prepare } from '../../statements/prepared.ts';
import { PLANNED_ANEW } from '../../wire/named-client.ts';
import { conditionsOf } from './business-conditions.ts';
import { BUSINESS_COLUMNS, type BusinessRow, toBusiness } from './businesses.ts';

export type BusinessListing = { serviceId: number; filter: BusinessFilter };

/** The rows of a window, in list order, as many as `readingOf` says. */
export async function listBusinesses(
  db: Db,
  listing: BusinessListing & { order: BusinessOrder },
  window: Window<BusinessPlace>,
): Promise<Listed<Business, BusinessPlace>[]> {
  const rows = await readRows(db, listing, window);
  const listed = rows.map((row) => ({
    node: toBusiness(row),
    place: toPlace(row.sort_key, row.id),
  }));
  return readingOf(window).from === 'start' ? listed : listed.toReversed();
}

async function readRows(
  db: Db,
  { serviceId, filter, order }: BusinessListing & { order: BusinessOrder },
  window: Window<BusinessPlace>,
): Promise<ListedRow[]> {
  const conditions = conditionsOf(filter);
  if (conditions.length === 0) return await keptFor(order, window)(db, valuesOf(serviceId, window));
  const limitMax = sql<number>`${readingOf(window).limit}`;
  return await selectListed(db, { serviceId, order, window, conditions, limitMax, value: plain })
    .modifyFront(PLANNED_ANEW)
    .execute();
}

type ListedRow = BusinessRow & { sort_key: string | Date };

/** So that a statement has one text whatever the length of the page. */
const USUAL_LIMIT_MAX = 128;

const kept = new Map<string, Prepared<ListedRow>>();

const NO_PLACE: BusinessPlace = ['', 0];

/**
 * The statement of all windows of that form on all businesses, with values as `valuesOf` has them. PostgreSQL keeps
 * its plan, because the values stand in subselects: it would take one in plain sight for a hint that the list ends
 * soon, and plan for each anew. So that it does not plan for a tenth of the table either, which it had better sort,
 * the text says how long the page is at most.
 */
function keptFor(order: BusinessOrder, window: Window<BusinessPlace>): Prepared<ListedRow> {
  const { from, limit } = readingOf(window);
  const limitMax = Math.max(USUAL_LIMIT_MAX, 2 ** Math.ceil(Math.log2(limit)));
  const hasPlaces = [window.after !== null, window.before !== null];
  const form = [order.field, order.direction, from, ...hasPlaces, limitMax].join(' ');
  const known = kept.get(form);
  if (known !== undefined) return known;
  // What is kept holds nothing of the request that it is made for: a place may be the name of a business.
  const after = window.after && NO_PLACE;
  const before = window.before && NO_PLACE;
  const blank = { ...window, after, before };
  const listed = { serviceId: 0, order, window: blank, conditions: [], value: hidden };
  const prepared = prepare((db) => selectListed(db, { ...listed, limitMax: sql.lit(limitMax) }));
  kept.set(form, prepared);
  return prepared;
}

function valuesOf(serviceId: number, window: Window<BusinessPlace>): unknown[] {
  const { limit } = readingOf(window);
  return [serviceId, ...(window.after ?? []), ...(window.before ?? []), limit];
}

/** How a value of a type stands in a statement. */
type ValueIn = <Value>(
  value: Value,
  type: 'integer' | 'bigint' | 'text' | 'timestamptz',
) => RawBuilder<Value>;

const plain: ValueIn = (value, type) => sql`${value}::${sql.raw(type)}`;
const hidden: ValueIn = (value, type) => sql`(select ${value}::${sql.raw(type)})`;

type Listing = {
  serviceId: number;
  order: BusinessOrder;
  window: Window<BusinessPlace>;
  conditions: RawBuilder<SqlBool>[];
  limitMax: RawBuilder<number>;
  value: ValueIn;
};

function selectListed(db: Db, { serviceId, order, window, conditions, limitMax, value }: Listing) {
  const { from, limit } = readingOf(window);
  const column = SORT_COLUMNS[order.field][order.direction];
  const direction = (order.direction === 'asc') === (from === 'start') ? 'asc' : 'desc';
  const found = db
    .selectFrom('businesses as b')
    .where('b.service_id', '=', value(serviceId, 'integer'))
    .where((eb) => eb.and([...conditions, ...betweenPlaces(order, window, value)]))
    .selectAll('b')
    .select(`${column} as sort_key`)
    .orderBy(column, direction)
    .orderBy('b.id', direction)
    .limit(limitMax);
  return db
    .selectFrom(found.as('b'))
    .leftJoin('users as u', (join) =>
      join.onRef('u.service_id', '=', 'b.service_id').onRef('u.id', '=', 'b.responsible_user_id'),
    )
    .select(BUSINESS_COLUMNS)
    .select('b.sort_key')
    .orderBy('b.sort_key', direction)
    .orderBy('b.id', direction)
    .limit(value(limit, 'bigint'));
}

/** Counts no further than `max`. */
export async function countBusinesses(
  db: Db,
  { serviceId, filter }: BusinessListing,
  max: number,
): Promise<number> {
  const conditions = conditionsOf(filter);
  const found = db
    .selectFrom('businesses as b')
    .select('b.id')
    .where('b.service_id', '=', serviceId)
    .where((eb) => eb.and(conditions))
    .orderBy(countingColumn(filter))
    .limit(max);
  const row = await db
    .selectFrom(found.as('found'))
    .$if(conditions.length > 0, (query) => query.modifyFront(PLANNED_ANEW))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/**
 * Counting goes along the index of what is filtered on. Left to itself it may read the table, trusting that it
 * finds enough rows early, which is not so where the service came late to it.
 */
function countingColumn(filter: BusinessFilter) {
  if (filter.code) return 'b.code_key';
  if (filter.name) return 'b.name_key';
  if (filter.externalIdIn) return 'b.external_id';
  return filter.updatedSince ? 'b.updated_at' : 'b.created_at';
}

/** Each with an index that begins with service_id and goes on with the column, the id and the flags. */
const SORT_COLUMNS = {
  created_at: { asc: 'b.created_at', desc: 'b.created_at' },
  updated_at: { asc: 'b.updated_at', desc: 'b.updated_at' },
  name: { asc: 'b.name_key', desc: 'b.name_key_desc' },
} as const;

function toPlace(sortKey: string | Date, id: number): BusinessPlace {
  return [typeof sortKey === 'string' ? sortKey : sortKey.toISOString(), id];
}

/** Rows of values compare as the index sorts, so that a page far down costs no more than the first. */
function betweenPlaces(
  { field, direction }: BusinessOrder,
  { after, before }: Window<BusinessPlace>,
  value: ValueIn,
): RawBuilder<SqlBool>[] {
  const place = sql`(${sql.ref(SORT_COLUMNS[field][direction])}, b.id)`;
  const type = field === 'name' ? 'text' : 'timestamptz';
  const at = ([key, id]: BusinessPlace) => sql`(${value(key, type)}, ${value(id, 'bigint')})`;
  const [past, short] = direction === 'asc' ? [sql`>`, sql`<`] : [sql`<`, sql`>`];
  const conditions: RawBuilder<SqlBool>[] = [];
  if (after !== null) conditions.push(sql`${place} ${past} ${at(after)}`);
  if (before !== null) conditions.push(sql`${place} ${short} ${at(before)}`);
  return conditions;
}
