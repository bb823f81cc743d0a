import { type RawBuilder, sql } from 'kysely';
import type { Participant } from '../../../domain/business/participant.ts';
import type {
  ParticipantFilter,
  ParticipantOrder,
  ParticipantPosition,
} from '../../../domain/business/participant-list.ts';
import { getReadPlan, type PositionedRow, type Window } from '../../../domain/shared/page.ts';
import type { Db } from '../../client.ts';
import {
  type Columns,
  jsonColumns,
  type Selection,
  selectList,
  toMilliseconds,
  valueAt,
} from '../../statements/json-columns.ts';
import { UNNAMED_HINT } from '../../wire/plan-hint.ts';
import { requireWithinRolesLimit, unlessRolesTooLong } from './bounded-roles.ts';
import { allOf, type Conditions, searchesNames } from './filter-conditions.ts';
import { FILTER_PLAN_HINT, toConditions } from './participant-conditions.ts';
import { PARTICIPANT_VALUES, type ParticipantValues, toParticipant } from './participant-values.ts';
import { plainPage, searchedPage } from './searched-page.ts';

export type ServiceListing = { serviceId: number; filter: ParticipantFilter };

/**
 * Returns the rows of a window on the participants of all businesses, in list order, at most the limit of
 * `getReadPlan`. Throws AppError `limit_exceeded` when their roles are too long together.
 */
export async function listServiceParticipants(
  db: Db,
  listing: ServiceListing & { order: ParticipantOrder },
  window: Window<ParticipantPosition>,
): Promise<PositionedRow<Participant, ParticipantPosition>[]> {
  const { rows } = await selectPage(listing, window).execute(db);
  const columns = requireWithinRolesLimit(rows[0]?.participants ?? null);
  const listed = columns.id.map((id, index) => ({
    node: toParticipant(columns, index, {
      businessId: valueAt(columns.businessId, index),
      documents: undefined,
    }),
    position: toPosition(listing.order, valueAt(columns.sortKey, index), id),
  }));
  return getReadPlan(window).from === 'start' ? listed : listed.toReversed();
}

/** Counts matching participants, up to `max`. */
export async function countServiceParticipants(
  db: Db,
  { serviceId, filter }: ServiceListing,
  max: number,
): Promise<number> {
  const conditions = toConditions(filter, { serviceId, usage: 'index' });
  const ofService = sql<boolean>`p.service_id = ${serviceId}`;
  const orderColumn = findCountOrder(filter);
  const { rows } = await sql<{ count: number }>`
    select ${FILTER_PLAN_HINT} count(*) as count from (
      select p.id from participants p where ${allOf([ofService, ...conditions])}
      ${orderColumn === undefined ? sql`` : sql`order by ${sql.ref(orderColumn)}`} limit ${max}
    ) matching_participants`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Returns the column to order a count by: the one that is filtered on, so that PostgreSQL uses its index and the limit
 * ends the scan. Undefined for a search of names: a GIN index has no order.
 */
function findCountOrder(filter: ParticipantFilter): string | undefined {
  if (searchesNames(filter)) return undefined;
  if (filter.databaseIdIn) return 'p.id';
  if (filter.externalPersonIdIn) return 'p.person_id';
  if (filter.hasPendingMatches === true) return 'p.business_id';
  return filter.updatedSince || filter.updatedBefore ? 'p.updated_at' : 'p.created_at';
}

type Row = ParticipantValues & { businessId: number; sortKey: string | number };

function selectPage(
  { serviceId, filter, order }: ServiceListing & { order: ParticipantOrder },
  window: Window<ParticipantPosition>,
): RawBuilder<{ participants: Columns<Row> | null }> {
  const { from, limit } = getReadPlan(window);
  const direction = (order.direction === 'asc') === (from === 'start') ? 'asc' : 'desc';
  const buildPage = searchesNames(filter) ? searchedPage : plainPage;
  const conditions = {
    index: toConditions(filter, { serviceId, usage: 'index' }),
    row: toConditions(filter, { serviceId, usage: 'row' }),
  };
  const isFiltered = conditions.index.length > 0;
  const keys = buildPage({
    table: 'participants',
    alias: 'p',
    sortKey: SORT_KEYS[order.field],
    direction,
    within: [sql`p.service_id = ${serviceId}`, ...keysetConditions(order, window)],
    conditions,
    // Without a filter a page is found early in list order; a generic plan takes that into account only for a literal
    // limit.
    limit: isFiltered ? sql`${limit}::bigint` : sql.lit(limit),
  });
  const sqlDirection = sql.raw(direction);
  return sql`
    select ${isFiltered ? FILTER_PLAN_HINT : UNNAMED_HINT} result.participants from (
      with page as materialized (
        select ${selectList(toSelection(order))}
        from ${keys} as key
        join participants p on p.service_id = ${serviceId} and p.id = key.id
        join persons s on s.service_id = ${serviceId} and s.id = p.person_id
        order by key.sort_key ${sqlDirection}, key.id ${sqlDirection}
      )
      select ${unlessRolesTooLong(jsonColumns(toSelection(order), sql`page`))} as participants
    ) result`;
}

function toSelection({ field }: ParticipantOrder): Selection<Row> {
  return {
    ...PARTICIPANT_VALUES,
    businessId: sql`p.business_id`,
    sortKey:
      field === 'name' || field === 'id' ? sql`key.sort_key` : toMilliseconds('key.sort_key'),
  };
}

/** Sort columns; each has an index on service_id, this column and the id. */
const SORT_KEYS: Record<ParticipantOrder['field'], RawBuilder<unknown>> = {
  created_at: sql`p.created_at`,
  updated_at: sql`p.updated_at`,
  name: sql`left(p.name_folded, 200)`,
  id: sql`p.id`,
};

const KEY_TYPES = {
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  name: 'text',
  id: 'bigint',
} as const;

/**
 * Returns keyset conditions as row comparisons, for which PostgreSQL starts an index scan at the cursor. For the order
 * by id, only ids are compared: PostgreSQL before 17 does not start an index scan at a row value when an array of ids
 * is filtered on too.
 */
function keysetConditions(
  { field, direction }: ParticipantOrder,
  { after, before }: Window<ParticipantPosition>,
): Conditions {
  const position = field === 'id' ? sql`p.id` : sql`(${SORT_KEYS[field]}, p.id)`;
  const toRowValue = ([key, id]: ParticipantPosition) =>
    field === 'id'
      ? sql`${id}::bigint`
      : sql`(${key}::${sql.raw(KEY_TYPES[field])}, ${id}::bigint)`;
  const [afterOperator, beforeOperator] = direction === 'asc' ? [sql`>`, sql`<`] : [sql`<`, sql`>`];
  return [
    ...(after === null ? [] : [sql<boolean>`${position} ${afterOperator} ${toRowValue(after)}`]),
    ...(before === null ? [] : [sql<boolean>`${position} ${beforeOperator} ${toRowValue(before)}`]),
  ];
}

/** Converts a sort value and an id to a position. Sort values that are instants are milliseconds. */
function toPosition(
  { field }: ParticipantOrder,
  sortKey: string | number,
  id: number,
): ParticipantPosition {
  const isInstant = field === 'created_at' || field === 'updated_at';
  return [isInstant ? new Date(sortKey).toISOString() : String(sortKey), id];
}
