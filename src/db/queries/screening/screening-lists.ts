import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ListedScreening, ScreeningFilter } from '../../../domain/screening/screening.ts';
import type { PositionedRow, Window } from '../../../domain/shared/page.ts';
import type { TimePosition } from '../../../domain/shared/time-position.ts';
import type { Db } from '../../client.ts';
import { readAcrossServices } from '../../statements/across-services.ts';
import { countFound } from '../../statements/count-found.ts';
import {
  inListOrder,
  isInRange,
  newestFirst,
  type TimeRange,
} from '../../statements/newest-first.ts';
import { countOwn, listOwn, newestOrder, type Owners } from '../../statements/own-lists.ts';
import { sumOfServices } from '../../statements/sum-of-services.ts';
import { customPlanHint } from '../../wire/plan-hint.ts';
import { restoreScreenings, SCREENING_COLUMNS } from './screenings.ts';

export type ScreeningListing = { serviceId: number; filter: ScreeningFilter };

/** The screenings of a window, the newest first. */
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
  return inListOrder(restoreScreenings(rows), list, (one) => one.createdAt);
}

/** Counts no further than `max`. */
export async function countScreenings(
  db: Db,
  { serviceId, filter }: ScreeningListing,
  max: number,
): Promise<number> {
  const found = db
    .selectFrom('screenings as s')
    .select('s.id')
    .where('s.service_id', '=', serviceId)
    .where((eb) => eb.and([...isInRange('s.created_at', rangeOf(filter)), ...conditionsOf(filter)]))
    .orderBy('s.created_at')
    .limit(max);
  return await countFound(db, 'screenings', found);
}

type OfParticipant = ListedScreening & { participantId: number };

/** A window on the screenings of each participant, the newest first; in order of participant. */
export async function listScreeningsOfParticipants(
  db: Db,
  owners: Owners,
  window: Window<TimePosition>,
): Promise<PositionedRow<OfParticipant, TimePosition>[]> {
  const asked = { table: 'screenings', columns: SCREENING_COLUMNS, ...owners } as const;
  const listed = await listOwn<OfParticipant>(db, asked, window);
  const nodes = restoreScreenings(listed.map(({ node }) => node));
  return listed.map((one, at) => ({ ...one, node: nodes[at] ?? one.node }));
}

/** Of each participant how many screenings it has, counted no further than `max`; none of whoever has none. */
export async function countScreeningsOfParticipants(
  db: Db,
  owners: Owners,
  max: number,
): Promise<{ participantId: number; count: number }[]> {
  return await countOwn(db, { table: 'screenings', ...owners }, max);
}

type Expiry = { keptDays: number; limit: number };

/** Deletes screenings of people who were typed in whose time is over, at most `limit` of each service; answers how many. */
export async function deleteExpiredScreenings(db: Db, expiry: Expiry): Promise<number> {
  const finding = sql<{ serviceId: number }>`
    select service_id as "serviceId" from (
      select service_id from screenings where ${isExpired(expiry)}
      order by created_at limit ${expiry.limit}
    ) expired group by service_id order by service_id
  `;
  const rows = await readAcrossServices(db, finding.compile(db));
  return await sumOfServices(
    rows,
    async (serviceId) => await deleteExpiredOf(db, serviceId, expiry),
  );
}

async function deleteExpiredOf(db: Db, serviceId: number, expiry: Expiry): Promise<number> {
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
