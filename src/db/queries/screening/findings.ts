import { sql } from 'kysely';
import type { MatchFinding } from '../../../domain/screening/raise-match.ts';
import type { Db } from '../../client.ts';
import { FINDING_UNLESS_TOO_LONG, readFindings, type Unread } from './findings-bound.ts';

export type FindingRow = MatchFinding & { matchId: number };

/**
 * What the gateway itself found of these matches; nothing of those that a provider sent. By match. Throws AppError
 * `limit_exceeded` where it is too long.
 */
export async function listFindings(
  db: Db,
  serviceId: number,
  matchIds: readonly number[],
): Promise<FindingRow[]> {
  const { rows } = await sql<Unread<FindingRow>>`
    select match_id as "matchId", screening_id as "screeningId", raised_because as "raisedBecause",
      score, band, matched_name as "matchedName", ${FINDING_UNLESS_TOO_LONG} as finding
    from match_findings
    where service_id = ${serviceId} and match_id = any(${matchIds}::bigint[])
    order by match_id
  `.execute(db);
  return readFindings(rows);
}

/** In hexadecimal, of what of its entry a decision on each of these matches rests on; none of those that a provider sent. */
export async function listMatters(
  db: Db,
  serviceId: number,
  matchIds: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ matchId: number; matterHash: string }>`
    select match_id as "matchId", encode(matter_hash, 'hex') as "matterHash"
    from match_findings
    where service_id = ${serviceId} and match_id = any(${matchIds}::bigint[])
  `.execute(db);
  return new Map(rows.map(({ matchId, matterHash }) => [matchId, matterHash]));
}
