import { type RawBuilder, sql } from 'kysely';
import type { MatchEvidence } from '../../../domain/matches/evidence.ts';
import type { Db } from '../../client.ts';

type Row = MatchEvidence & { matchId: number };

/** Returns the evidence of matches that the gateway raised, by match id; matches that a provider sent are absent. */
export async function listEvidence(
  db: Db,
  serviceId: number,
  matchIds: readonly number[],
): Promise<Map<number, MatchEvidence>> {
  const { rows } = await sql<Row>`
    select f.match_id as "matchId",
      ${hasItem(sql`${IS_IDENTIFIER} and i->>'effect' in ('same', 'same without homoclave')`)}
        as "hasEqualIdentifier",
      ${hasItem(sql`${IS_IDENTIFIER} and i->>'effect' = 'contradicts'`)} as "hasOtherIdentifier",
      (${hasItem(sql`i->>'feature' = 'word'`)}
        and not ${hasItem(sql`i->>'feature' = 'word' and i->>'effect' <> 'same'`)}) as "hasEqualName",
      ${hasItem(sql`i->>'feature' = 'birth' and i->>'effect' = 'supports'`)} as "hasEqualBirth",
      ${hasItem(sql`i->>'feature' = 'birth' and i->>'effect' = 'supports'
        and i->>'query' = i->>'candidate' and i->>'query' ~ '^\\d{4}-\\d{2}-\\d{2}$'`)}
        as "hasEqualBirthday",
      ${hasItem(sql`i->>'feature' = 'country' and i->>'effect' = 'supports'`)} as "hasEqualCountry",
      ${hasItem(sql`i->>'effect' = 'contradicts'`)} as "hasContradiction"
    from match_findings f
    where f.service_id = ${serviceId} and f.match_id = any(${matchIds}::bigint[])
    order by f.match_id
  `.execute(db);
  return new Map(rows.map(({ matchId, ...evidence }) => [matchId, evidence]));
}

const IS_IDENTIFIER = sql`i->>'feature' in ('rfc', 'rfc10', 'curp', 'passport')`;

/** True when the explanation of the finding `f` has an item `i` that meets the condition. */
function hasItem(condition: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from jsonb_array_elements(f.explanation) as i where ${condition})`;
}
