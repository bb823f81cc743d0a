import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ListedScreening, ScreeningFilter } from '../../../domain/screening/screening.ts';
import type { PositionedRow, Window } from '../../../domain/shared/page.ts';
import type { TimePosition } from '../../../domain/shared/time-position.ts';
import type { Db } from '../../client.ts';
import { countSelection } from '../../statements/count-selection.ts';
import {
  planNewestFirst,
  type TimeRange,
  timeRangeConditions,
  toListOrder,
} from '../../statements/newest-first.ts';
import {
  countRowsOfParticipants,
  listRowsOfParticipants,
  newestOrder,
  type Owners,
} from '../../statements/participant-lists.ts';
import { readAcrossServices } from '../../statements/read-across-services.ts';
import { sumOverServices } from '../../statements/sum-over-services.ts';
import { customPlanHint } from '../../wire/plan-hint.ts';
import { restoreScreenings, SCREENING_COLUMNS } from './screenings.ts';

export type ScreeningListing = { serviceId: number; filter: ScreeningFilter };

/** Returns the screenings of a window, newest first. */
export async function listScreenings(
  db: Db,
  { serviceId, filter }: ScreeningListing,
  window: Window<TimePosition>,
): Promise<PositionedRow<ListedScreening, TimePosition>[]> {
  const plan = planNewestFirst(POSITION_COLUMNS, window, toTimeRange(filter));
  const { rows } = await sql<ListedScreening>`
    select ${customPlanHint('screenings')} ${SCREENING_COLUMNS}
    from screenings s
    where s.service_id = ${serviceId} and ${allOf([plan.condition, ...toConditions(filter)])}
    order by ${newestOrder(plan)}
    limit ${plan.limit}
  `.execute(db);
  return toListOrder(restoreScreenings(rows), plan, (screening) => screening.createdAt);
}

/** Counts matching screenings, up to `max`; in index order, so that the limit ends the scan. */
export async function countScreenings(
  db: Db,
  { serviceId, filter }: ScreeningListing,
  max: number,
): Promise<number> {
  const selection = db
    .selectFrom('screenings as s')
    .select('s.id')
    .where('s.service_id', '=', serviceId)
    .where((eb) =>
      eb.and([
        ...timeRangeConditions('s.created_at', toTimeRange(filter)),
        ...toConditions(filter),
      ]),
    )
    .orderBy('s.created_at')
    .limit(max);
  return await countSelection(db, 'screenings', selection);
}

type ParticipantScreening = ListedScreening & { participantId: number };

/** Returns the same window on the screenings of each participant, newest first. */
export async function listScreeningsOfParticipants(
  db: Db,
  owners: Owners,
  window: Window<TimePosition>,
): Promise<PositionedRow<ParticipantScreening, TimePosition>[]> {
  const selection = { table: 'screenings', columns: SCREENING_COLUMNS, ...owners } as const;
  const listed = await listRowsOfParticipants<ParticipantScreening>(db, selection, window);
  const nodes = restoreScreenings(listed.map(({ node }) => node));
  return listed.map((item, index) => ({ ...item, node: nodes[index] ?? item.node }));
}

/** Counts the screenings of each participant, up to `max`. */
export async function countScreeningsOfParticipants(
  db: Db,
  owners: Owners,
  max: number,
): Promise<{ participantId: number; count: number }[]> {
  return await countRowsOfParticipants(db, { table: 'screenings', ...owners }, max);
}

type Expiry = { keptDays: number; limit: number };

/**
 * Deletes screenings of subjects that are not participants once they are older than `keptDays`, at most `limit` of each
 * service; returns their number.
 */
export async function deleteExpiredScreenings(db: Db, expiry: Expiry): Promise<number> {
  const selectServices = sql<{ serviceId: number }>`
    select service_id as "serviceId" from (
      select service_id from screenings where ${isExpired(expiry)}
      order by created_at limit ${expiry.limit}
    ) expired_screenings group by service_id order by service_id
  `;
  const rows = await readAcrossServices(db, selectServices.compile(db));
  return await sumOverServices(
    rows,
    async (serviceId) => await deleteExpiredOfService(db, serviceId, expiry),
  );
}

async function deleteExpiredOfService(db: Db, serviceId: number, expiry: Expiry): Promise<number> {
  const { rows } = await sql`
    delete from screenings s
    using (
      select id from screenings
      where service_id = ${serviceId} and ${isExpired(expiry)}
      order by created_at, id
      limit ${expiry.limit}
      for update skip locked
    ) expired_screenings
    where s.service_id = ${serviceId} and s.id = expired_screenings.id
    returning s.id
  `.execute(db);
  return rows.length;
}

function isExpired({ keptDays }: Expiry): RawBuilder<SqlBool> {
  return sql`participant_id is null and created_at < now() - make_interval(days => ${keptDays}::integer)`;
}

const POSITION_COLUMNS = { time: 's.created_at', id: 's.id' };

function allOf(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<unknown> {
  return sql.join(conditions, sql` and `);
}

function toTimeRange({ createdSince: since, createdBefore: until }: ScreeningFilter): TimeRange {
  return { since, until };
}

function toConditions(filter: ScreeningFilter): RawBuilder<SqlBool>[] {
  const { participantDatabaseId, outcome, trigger, list } = filter;
  return [
    ...(participantDatabaseId ? [sql<SqlBool>`s.participant_id = ${participantDatabaseId}`] : []),
    ...(outcome ? [sql<SqlBool>`s.outcome = ${outcome}`] : []),
    ...(trigger ? [sql<SqlBool>`s.trigger = ${trigger}`] : []),
    ...(list ? [sql<SqlBool>`s.lists @> ${JSON.stringify([{ code: list }])}::jsonb`] : []),
  ];
}
