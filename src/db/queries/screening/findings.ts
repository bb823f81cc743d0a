import { sql } from 'kysely';
import type { MatchFinding } from '../../../domain/screening/raise-match.ts';
import type { Db } from '../../client.ts';
import {
  FINDING_UNLESS_TOO_LONG,
  requireFindings,
  type WithBoundedFinding,
} from './bounded-findings.ts';

export type FindingRow = MatchFinding & { matchId: number };

/**
 * Returns the findings of matches that the gateway raised, in order of match id; matches that a provider sent are
 * absent. Throws AppError `limit_exceeded` when they are too long.
 */
export async function listFindings(
  db: Db,
  serviceId: number,
  matchIds: readonly number[],
): Promise<FindingRow[]> {
  const { rows } = await sql<WithBoundedFinding<FindingRow>>`
    select match_id as "matchId", screening_id as "screeningId", raised_because as "raisedBecause",
      score, band, matched_name as "matchedName", ${FINDING_UNLESS_TOO_LONG} as finding
    from match_findings
    where service_id = ${serviceId} and match_id = any(${matchIds}::bigint[])
    order by match_id
  `.execute(db);
  return requireFindings(rows);
}

/**
 * Returns, by match id, the hexadecimal hash of the entry fields on which a decision depends; matches that a provider
 * sent are absent.
 */
export async function listMatterHashes(
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
