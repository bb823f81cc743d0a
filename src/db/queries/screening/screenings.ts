import { type RawBuilder, sql } from 'kysely';
import { restoreListSummary } from '../../../domain/lists/list-summary.ts';
import type {
  ListedScreening,
  NewScreening,
  Screening,
} from '../../../domain/screening/screening.ts';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { allocateIdsQuery } from '../records/id-counters.ts';
import {
  FINDING_UNLESS_TOO_LONG,
  requireFindings,
  type WithBoundedFinding,
} from './bounded-findings.ts';

/** Actor of a screening; null when the gateway started it. */
export type ScreenedBy = { serviceId: number; userId: number | null; apiKeyId: number | null };

type Inserted = { id: number; createdAt: string };

/** Stores screenings with their matches by one statement; returns them in the given order. */
export async function insertScreenings(
  db: Db,
  by: ScreenedBy,
  screenings: readonly NewScreening[],
): Promise<Screening[]> {
  const values = { ...by, screenings: JSON.stringify(screenings), count: screenings.length };
  const { rows } = await db.executeQuery<Inserted>(insertAll(db, values));
  return screenings.flatMap((screening, index) => {
    const row = rows[index];
    if (row === undefined) return [];
    return [{ ...screening, id: row.id, userId: by.userId, createdAt: new Date(row.createdAt) }];
  });
}

type InsertedValues = ScreenedBy & { screenings: string; count: number };

const insertAll = prepareStatement((db, value: ValueOf<InsertedValues>) =>
  sql<Inserted>`
    with allocated_ids as (
      ${allocateIdsQuery({ serviceId: value('serviceId'), kind: 'screening', count: value('count') })}
    ), new_screenings as materialized (
      select screening.*, allocated_ids.last_id - ${value('count')}::bigint + screening.ordinal as id
      from allocated_ids, rows from (
        json_to_recordset(${value('screenings')}::json) as ("participantId" bigint, trigger text, subject jsonb,
          lists jsonb, "asOf" date, threshold double precision, outcome text, "matchesCount" integer, matches json)
      ) with ordinality screening (participant_id, trigger, subject, lists, as_of, threshold, outcome, matches_count,
        matches, ordinal)
    ), inserted_screenings as (
      insert into screenings as inserted (service_id, id, participant_id, trigger, subject, lists, as_of, threshold, outcome,
        matches_count, user_id, api_key_id)
      overriding system value
      select ${value('serviceId')}::integer, g.id, g.participant_id, g.trigger, g.subject, g.lists, g.as_of, g.threshold,
        g.outcome, g.matches_count, ${value('userId')}::bigint, ${value('apiKeyId')}::bigint
      from new_screenings g
      returning inserted.id, inserted.created_at
    ), inserted_matches as (
      insert into screening_matches (service_id, screening_id, position, source, entry_key, entry_id, content_hash,
        matter_hash, entry, score, band, matched_name, explanation)
      select ${value('serviceId')}::integer, g.id, m.ordinal, m.entry ->> 'source', m.entry ->> 'entryKey',
        (m.entry ->> 'entryId')::bigint, decode(m.entry ->> 'contentHash', 'hex'), decode(m.entry ->> 'matterHash', 'hex'),
        m.entry, m.score, m.band, m.matched_name, m.items
      from new_screenings g
      cross join lateral rows from (
        json_to_recordset(g.matches) as (entry jsonb, score double precision, band text, "matchedName" text, items jsonb)
      ) with ordinality m (entry, score, band, matched_name, items, ordinal)
    )
    select i.id, to_json(i.created_at) #>> '{}' as "createdAt"
    from new_screenings g join inserted_screenings i on i.id = g.id
    order by g.ordinal
  `.compile(db),
);

/** Columns of a screening `s`, without its matches. */
export const SCREENING_COLUMNS: RawBuilder<ListedScreening> = sql`
  s.id, s.participant_id as "participantId", s.trigger, s.subject, s.lists, s.as_of::text as "asOf", s.threshold,
  s.outcome, s.matches_count as "matchesCount", s.user_id as "userId", s.created_at as "createdAt"`;

/** Returns stored screenings whose list states are computed by the current rules, as of the end of their day. */
export function restoreScreenings<Stored extends Pick<ListedScreening, 'asOf' | 'lists'>>(
  rows: readonly Stored[],
): Stored[] {
  return rows.map((row) => {
    const endOfDay = { day: row.asOf, instant: new Date(`${row.asOf}T23:59:59.999Z`) };
    return { ...row, lists: row.lists.map((list) => restoreListSummary(list, endOfDay)) };
  });
}

/** Returns the screenings with these ids, without their matches, in order of id. */
export async function listScreeningsByIds(
  db: Db,
  serviceId: number,
  ids: readonly number[],
): Promise<ListedScreening[]> {
  const { rows } = await sql<ListedScreening>`
    select ${SCREENING_COLUMNS}
    from screenings s
    where s.service_id = ${serviceId} and s.id = any(${ids}::bigint[])
    order by s.id
  `.execute(db);
  return restoreScreenings(rows);
}

type MatchRow = Screening['matches'][number] & { screeningId: number };

/**
 * Returns the matches of screenings, in order of screening, best first. Throws AppError `limit_exceeded` when their
 * entries and explanations are too long together.
 */
export async function listScreeningMatches(
  db: Db,
  serviceId: number,
  screeningIds: readonly number[],
): Promise<MatchRow[]> {
  const { rows } = await sql<WithBoundedFinding<MatchRow>>`
    select m.screening_id as "screeningId", m.score, m.band, m.matched_name as "matchedName",
      ${FINDING_UNLESS_TOO_LONG} as finding
    from screening_matches m
    where m.service_id = ${serviceId} and m.screening_id = any(${screeningIds}::bigint[])
    order by m.screening_id, m.position
  `.execute(db);
  return requireFindings(rows);
}

/** Returns a screening with its matches; undefined when the service has no screening with this id. */
export async function findScreening(
  db: Db,
  serviceId: number,
  id: number,
): Promise<Screening | undefined> {
  const [screening] = await listScreeningsByIds(db, serviceId, [id]);
  if (screening === undefined) return undefined;
  const rows = await listScreeningMatches(db, serviceId, [id]);
  return { ...screening, matches: rows.map(({ screeningId: _id, ...match }) => match) };
}

/** Deletes a screening of a subject that is not a participant; returns false when there is none. */
export async function deleteTypedScreening(
  db: Db,
  serviceId: number,
  id: number,
): Promise<boolean> {
  const { rows } = await sql`
    delete from screenings
    where service_id = ${serviceId} and id = ${id} and participant_id is null
    returning id
  `.execute(db);
  return rows.length > 0;
}
