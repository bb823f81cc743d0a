import { type RawBuilder, sql } from 'kysely';
import type {
  DecisionTexts,
  MatchResolution,
  OpenDecision,
} from '../../../domain/matches/match-resolution.ts';
import type { Db } from '../../client.ts';
import {
  ROWS_LIMIT,
  requireRowCount,
  throwTooLong,
  unlessTooLong,
} from '../../statements/read-bounds.ts';

/**
 * True for a decision `r` that awaits a second user, unless its match, whose finding is `f`, was raised again since.
 * Does not check whether a later decision superseded it.
 */
const IS_OPEN: RawBuilder<boolean> = sql`(
  r.awaits_second and r.created_at >= coalesce(f.raised_at, r.created_at)
)`;

/** Returns the decisions on matches, in order of match and time. Throws AppError `limit_exceeded` for too many. */
export async function listResolutions(
  db: Db,
  serviceId: number,
  matchIds: readonly number[],
): Promise<MatchResolution[]> {
  const { rows } = await sql<MatchResolution>`
    select r.id, r.match_id as "matchId", r.decision, r.reason, r.created_at as "createdAt",
      r.resolved_at as "resolvedAt", r.awaits_second as "awaitsSecond", ${IS_OPEN} as "isOpen",
      r.user_id as "userId", r.api_key_id as "apiKeyId",
      num_nonnulls(r.note, r.reviewer_name, r.reviewer_email) > 0 as "hasTexts"
    from match_resolutions r
    left join match_findings f on f.service_id = ${serviceId} and f.match_id = r.match_id
    where r.service_id = ${serviceId} and r.match_id = any(${matchIds}::bigint[])
    order by r.match_id, r.id
    limit ${ROWS_LIMIT}
  `.execute(db);
  requireRowCount(rows.length, 'decisions');
  return rows;
}

/** Returns the texts of decisions by their ids. Throws AppError `limit_exceeded` when they are too long together. */
export async function listDecisionTexts(
  db: Db,
  serviceId: number,
  ids: readonly number[],
): Promise<DecisionTexts[]> {
  const { rows } = await sql<{ id: number; texts: Omit<DecisionTexts, 'id'> | null }>`
    select id, ${TEXTS_UNLESS_TOO_LONG} as texts
    from match_resolutions
    where service_id = ${serviceId} and id = any(${ids}::bigint[])
    order by id
  `.execute(db);
  return rows.map(({ id, texts }) => ({ id, ...(texts ?? throwTooLong('notes')) }));
}

const TEXTS_UNLESS_TOO_LONG = unlessTooLong<Omit<DecisionTexts, 'id'>>(
  sql`octet_length(concat(note, reviewer_name, reviewer_email))`,
  sql`json_build_object('note', note, 'reviewerName', reviewer_name, 'reviewerEmail', reviewer_email)`,
);

/** Returns the decisions that await a second user, at most one for each match, with the e-mails of their users. */
export async function listOpenDecisions(
  db: Db,
  serviceId: number,
  matchIds: readonly number[],
): Promise<OpenDecision[]> {
  const { rows } = await sql<OpenDecision & { isOpen: boolean }>`
    select distinct on (r.match_id) r.match_id as "matchId", r.decision, r.user_id as "userId",
      u.email as "userEmail", r.reviewer_email as "reviewerEmail", ${IS_OPEN} as "isOpen"
    from match_resolutions r
    left join match_findings f on f.service_id = ${serviceId} and f.match_id = r.match_id
    left join users u on u.service_id = ${serviceId} and u.id = r.user_id
    where r.service_id = ${serviceId} and r.match_id = any(${matchIds}::bigint[])
    order by r.match_id, r.id desc
  `.execute(db);
  return rows.flatMap(({ isOpen, ...decision }) => (isOpen ? [decision] : []));
}
