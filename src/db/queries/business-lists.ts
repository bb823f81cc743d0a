import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Business } from '../../domain/business.ts';
import type {
  BusinessFilter,
  BusinessOrder,
  BusinessPlace,
  TextFilter,
} from '../../domain/business-list.ts';
import { type Listed, readingOf, type Window } from '../../domain/page.ts';
import type { Db } from '../client.ts';
import { PLANNED_ANEW } from '../named-client.ts';
import { BUSINESS_COLUMNS, toBusiness } from './businesses.ts';

export type BusinessListing = { serviceId: number; filter: BusinessFilter };

/** The rows of a window, in list order, as many as `readingOf` says. */
export async function listBusinesses(
  db: Db,
  listing: BusinessListing & { order: BusinessOrder },
  window: Window<BusinessPlace>,
): Promise<Listed<Business, BusinessPlace>[]> {
  const { order } = listing;
  const { from, limit } = readingOf(window);
  const column = SORT_COLUMNS[order.field][order.direction];
  const direction = (order.direction === 'asc') === (from === 'start') ? 'asc' : 'desc';
  const conditions = conditionsOf(listing.filter);
  const found = db
    .selectFrom('businesses as b')
    .where('b.service_id', '=', listing.serviceId)
    .where((eb) => eb.and([...conditions, ...betweenPlaces(order, window)]))
    .selectAll('b')
    .select(`${column} as sort_key`)
    .orderBy(column, direction)
    .orderBy('b.id', direction)
    .limit(limit);
  const rows = await db
    .selectFrom(found.as('b'))
    .$if(conditions.length > 0, (query) => query.modifyFront(PLANNED_ANEW))
    .leftJoin('users as u', (join) =>
      join.onRef('u.service_id', '=', 'b.service_id').onRef('u.id', '=', 'b.responsible_user_id'),
    )
    .select(BUSINESS_COLUMNS)
    .select('b.sort_key')
    .orderBy('b.sort_key', direction)
    .orderBy('b.id', direction)
    .execute();
  const listed = rows.map((row) => ({
    node: toBusiness(row),
    place: toPlace(row.sort_key, row.id),
  }));
  return from === 'start' ? listed : listed.toReversed();
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
): RawBuilder<SqlBool>[] {
  const place = sql`(${sql.ref(SORT_COLUMNS[field][direction])}, b.id)`;
  const [past, short] = direction === 'asc' ? [sql`>`, sql`<`] : [sql`<`, sql`>`];
  const conditions: RawBuilder<SqlBool>[] = [];
  if (after !== null) conditions.push(sql`${place} ${past} (${after[0]}, ${after[1]})`);
  if (before !== null) conditions.push(sql`${place} ${short} (${before[0]}, ${before[1]})`);
  return conditions;
}

function conditionsOf(filter: BusinessFilter): RawBuilder<SqlBool>[] {
  const { externalIdIn, updatedSince } = filter;
  return [
    ...codeConditions(filter.code ?? {}),
    ...nameConditions(filter.name ?? {}),
    ...(externalIdIn ? [sql<SqlBool>`b.external_id = any(${externalIdIn})`] : []),
    ...(updatedSince ? [sql<SqlBool>`b.updated_at >= ${updatedSince}`] : []),
    ...flagCondition('b.has_pending_matches', filter.hasPendingMatches),
    ...flagCondition('b.has_missing_documents', filter.hasMissingDocuments),
  ];
}

function codeConditions({ equals, startsWith }: TextFilter): RawBuilder<SqlBool>[] {
  if (typeof equals === 'string') return [sql`b.code = ${equals}`];
  if (typeof startsWith !== 'string') return [];
  return [sql`b.code_key >= fold_text(${startsWith}) and b.code_key < ${endOfPrefix(startsWith)}`];
}

/** The key of a business that has a name begins with 0. */
function nameConditions({ equals, startsWith }: TextFilter): RawBuilder<SqlBool>[] {
  if (typeof equals === 'string')
    return [sql`b.name_key = '0' || fold_text(${equals}) and b.name = ${equals}`];
  if (typeof startsWith !== 'string') return [];
  const start = sql`'0' || fold_text(${startsWith})`;
  return [sql`b.name_key >= ${start} and b.name_key < '0' || ${endOfPrefix(startsWith)}`];
}

/**
 * What is above every key of the prefix: the highest character, up to more characters than a key has. A range
 * needs no pattern, so nothing in the prefix has a meaning of its own.
 */
function endOfPrefix(prefix: string): RawBuilder<string> {
  return sql`rpad(fold_text(${prefix}), 201, chr(1114111))`;
}

function flagCondition(
  column: 'b.has_pending_matches' | 'b.has_missing_documents',
  wanted: boolean | null | undefined,
): RawBuilder<SqlBool>[] {
  if (typeof wanted !== 'boolean') return [];
  return [wanted ? sql`${sql.ref(column)}` : sql`not ${sql.ref(column)}`];
}
