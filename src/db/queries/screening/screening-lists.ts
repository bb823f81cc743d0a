import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ListedScreening, ScreeningFilter } from '../../../domain/screening/screening.ts';
import type { PositionedRow, Window } from '../../../domain/shared/page.ts';
import type { TimePosition } from '../../../domain/shared/time-position.ts';
import type { Db } from '../../client.ts';
import { readAcrossServices } from '../../statements/across-services.ts';
import { countSelection } from '../../statements/count-found.ts';
import {
  isInRange,
  newestFirst,
  type TimeRange,
  toListOrder,
} from '../../statements/newest-first.ts';
import {
  countOfParticipants,
  listOfParticipants,
  newestOrder,
  type Owners,
} from '../../statements/participant-lists.ts';
import { sumOverServices } from '../../statements/sum-of-services.ts';
import { customPlanHint } from '../../wire/plan-hint.ts';
import { restoreScreenings, SCREENING_COLUMNS } from './screenings.ts';

export type ScreeningListing = { serviceId: number; filter: ScreeningFilter };

/** Screenings of a window, newest first. */
export async function listScreenings(
  db: Db,
  { serviceId, filter }: ScreeningListing,
  window: Window<TimePosition>,
): Promise<PositionedRow<ListedScreening, TimePosition>[]> {
  const list = newestFirst(PLACE, window, rangeOf(filter));
  const { rows } = await sql<ListedScreening>`
    select ${customPlanHint('screenings')} ${SCREENING_COLUMNS}
    from screenings s
    where s.service_id = ${serviceId} and ${allOf([list.isWithin, ...conditionsOf(filter)])}
    order by ${newestOrder(list)}
    limit ${list.limit}
  `.execute(db);
  return toListOrder(restoreScreenings(rows), list, (screening) => screening.createdAt);
}

/** Counts matching screenings, up to `max`. */
export async function countScreenings(
  db: Db,
  { serviceId, filter }: ScreeningListing,
  max: number,
): Promise<number> {
  const selection = db
    .selectFrom('screenings as s')
    .select('s.id')
    .where('s.service_id', '=', serviceId)
    .where((eb) => eb.and([...isInRange('s.created_at', rangeOf(filter)), ...conditionsOf(filter)]))
    .orderBy('s.created_at')
    .limit(max);
  return await countSelection(db, 'screenings', selection);
}

type ParticipantScreening = ListedScreening & { participantId: number };

/** Window on the screenings of each participant, newest first, in order of participant. */
export async function listScreeningsOfParticipants(
  db: Db,
  owners: Owners,
  window: Window<TimePosition>,
): Promise<PositionedRow<ParticipantScreening, TimePosition>[]> {
  const selection = { table: 'screenings', columns: SCREENING_COLUMNS, ...owners } as const;
  const listed = await listOfParticipants<ParticipantScreening>(db, selection, window);
  const nodes = restoreScreenings(listed.map(({ node }) => node));
  return listed.map((item, index) => ({ ...item, node: nodes[index] ?? item.node }));
}

/** Number of screenings of each participant, up to `max`; participants without screenings are absent. */
export async function countScreeningsOfParticipants(
  db: Db,
  owners: Owners,
  max: number,
): Promise<{ participantId: number; count: number }[]> {
  return await countOfParticipants(db, { table: 'screenings', ...owners }, max);
}

type Expiry = { keptDays: number; limit: number };

/** Deletes expired screenings of typed-in subjects, at most `limit` of each service; returns their number. */
export async function deleteExpiredScreenings(db: Db, expiry: Expiry): Promise<number> {
  const selectServices = sql<{ serviceId: number }>`
    select service_id as "serviceId" from (
      select service_id from screenings where ${isExpired(expiry)}
      order by created_at limit ${expiry.limit}
    ) expired group by service_id order by service_id
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
    ) old
    where s.service_id = ${serviceId} and s.id = old.id
    returning s.id
  `.execute(db);
  return rows.length;
}

function isExpired({ keptDays }: Expiry): RawBuilder<SqlBool> {
  return sql`participant_id is null and created_at < now() - make_interval(days => ${keptDays}::integer)`;
}

const PLACE = { time: 's.created_at', id: 's.id' };

function allOf(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<unknown> {
  return sql.join(conditions, sql` and `);
}

function rangeOf({ createdSince: since, createdBefore: until }: ScreeningFilter): TimeRange {
  return { since, until };
}

function conditionsOf(filter: ScreeningFilter): RawBuilder<SqlBool>[] {
  const { participantDatabaseId, outcome, trigger, list } = filter;
  return [
    ...(participantDatabaseId ? [sql<SqlBool>`s.participant_id = ${participantDatabaseId}`] : []),
    ...(outcome ? [sql<SqlBool>`s.outcome = ${outcome}`] : []),
    ...(trigger ? [sql<SqlBool>`s.trigger = ${trigger}`] : []),
    ...(list ? [sql<SqlBool>`s.lists @> ${JSON.stringify([{ code: list }])}::jsonb`] : []),
  ];
}
