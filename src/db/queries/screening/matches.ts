import { sql } from 'kysely';
import type { ReviewedResolution } from '../../../domain/matches/four-eyes.ts';
import type { Match, NewMatch } from '../../../domain/matches/match.ts';
import type { Db } from '../../client.ts';
import { ROWS_LIMIT, requireRowCount } from '../../statements/read-bounds.ts';

/**
 * Returns the matches of participants, in order of participant and id. Throws AppError `limit_exceeded` when there are
 * too many.
 */
export async function listMatchesOfParticipants(
  db: Db,
  serviceId: number,
  participantIds: readonly number[],
): Promise<Match[]> {
  const matches = await db
    .selectFrom('participant_matches')
    .select([
      'id',
      'participant_id as participantId',
      'source_code as sourceCode',
      'external_id as externalId',
      'status as state',
      'created_at as createdAt',
    ])
    .where('service_id', '=', serviceId)
    .where((eb) => eb('participant_id', '=', eb.fn.any(eb.val(participantIds))))
    .orderBy('participant_id')
    .orderBy('id')
    .limit(ROWS_LIMIT)
    .execute();
  requireRowCount(matches.length, 'matches');
  return matches;
}

/** Inserts matches in one statement. */
export async function insertMatches(
  db: Db,
  serviceId: number,
  matches: readonly NewMatch[],
): Promise<void> {
  await sql`
    insert into participant_matches (service_id, participant_id, source_code, external_id, status)
    select ${serviceId}, m."participantId", m."sourceCode", m."externalId", m.state
    from json_to_recordset(${JSON.stringify(matches)}::json)
      as m ("participantId" bigint, "sourceCode" text, "externalId" text, state text)
  `.execute(db);
}

/** Actor of a decision, and its reviewer and time, which are null when the caller did not state them. */
export type DecidedBy = {
  userId: number;
  apiKeyId: number;
  reviewerName: string | null;
  reviewerEmail: string | null;
  resolvedAt: Date | null;
};

/**
 * Records decisions and updates the states of the matches by one statement. The first of two decisions (`awaitsSecond`)
 * sets its match to pending when it is a true match, and otherwise leaves it unchanged. `first_user_id` and
 * `first_decided_at` are for earlier versions of the gateway, which support first decisions only for a true match and
 * for the reversal of one.
 */
export async function insertResolutions(
  db: Db,
  by: DecidedBy & { serviceId: number },
  resolutions: readonly ReviewedResolution[],
): Promise<void> {
  await sql`
    with decisions as (
      select * from json_to_recordset(${JSON.stringify(resolutions)}::json)
        as d ("matchId" bigint, decision text, reason text, note text, "awaitsSecond" boolean)
    ), updated_matches as (
      update participant_matches m set
        status = case when not d."awaitsSecond" then d.decision
          when d.decision = 'true_match' then 'pending' else m.status end,
        first_user_id = case when ${IS_FIRST_FOR_EARLIER_VERSIONS} then ${by.userId}::bigint end,
        first_decided_at = case when ${IS_FIRST_FOR_EARLIER_VERSIONS} then clock.at end
      from decisions d, (select now() as at) clock
      where m.service_id = ${by.serviceId} and m.id = d."matchId"
    )
    insert into match_resolutions (service_id, match_id, decision, reason, note, reviewer_name,
      reviewer_email, resolved_at, user_id, api_key_id, awaits_second, supersedes_id)
    select ${by.serviceId}, d."matchId", d.decision, d.reason, d.note, ${by.reviewerName},
      ${by.reviewerEmail}, ${by.resolvedAt}::timestamptz, ${by.userId}, ${by.apiKeyId}, d."awaitsSecond", (
        select max(r.id) from match_resolutions r
        where r.service_id = ${by.serviceId} and r.match_id = d."matchId"
      )
    from decisions d
  `.execute(db);
}

const IS_FIRST_FOR_EARLIER_VERSIONS = sql`
  d."awaitsSecond" and (d.decision = 'true_match' or m.status = 'true_match')
`;

/**
 * Recomputes `has_pending_matches` of participants. Returns the change in the number of participants with pending
 * matches, which may be negative.
 */
export async function updatePendingFlags(
  db: Db,
  serviceId: number,
  participantIds: readonly number[],
): Promise<number> {
  const { rows } = await sql<{ pending: boolean }>`
    update participants p set has_pending_matches = flags.pending, updated_at = now()
    from (
      select s.id, exists (
        select from participant_matches m
        where m.service_id = ${serviceId} and m.participant_id = s.id and m.status = 'pending'
      ) as pending
      from unnest(${participantIds}::bigint[]) as s (id)
    ) flags
    where p.service_id = ${serviceId} and p.id = flags.id
      and p.has_pending_matches <> flags.pending
    returning p.has_pending_matches as pending
  `.execute(db);
  return rows.reduce((sum, { pending }) => sum + (pending ? 1 : -1), 0);
}
