import { sql } from 'kysely';
import type { MatchFinding } from '../../../domain/screening/raise-match.ts';
import type { Db } from '../../client.ts';

export type FindingRow = MatchFinding & { matchId: number };

/** What the gateway itself found of these matches; nothing of those that a provider sent. By match. */
export async function listFindings(
  db: Db,
  serviceId: number,
  matchIds: readonly number[],
): Promise<FindingRow[]> {
  const { rows } = await sql<FindingRow>`
    select match_id as "matchId", screening_id as "screeningId", raised_because as "raisedBecause",
      entry, score, band, matched_name as "matchedName", explanation as items
    from match_findings
    where service_id = ${serviceId} and match_id = any(${matchIds}::bigint[])
    order by match_id
  `.execute(db);
  return rows;
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
