import { type RawBuilder, sql } from 'kysely';
import type { MatchEvidence } from '../../../domain/matches/evidence.ts';
import type { Db } from '../../client.ts';

type Row = { matchId: number; evidence: MatchEvidence };

/** Returns the evidence of matches that the gateway raised, by match id; matches that a provider sent are absent. */
export async function listEvidence(
  db: Db,
  serviceId: number,
  matchIds: readonly number[],
): Promise<Map<number, MatchEvidence>> {
  const { rows } = await sql<Row>`
    select f.match_id as "matchId", ${toEvidence(sql`f.explanation`)} as evidence
    from match_findings f
    where f.service_id = ${serviceId} and f.match_id = any(${matchIds}::bigint[])
    order by f.match_id
  `.execute(db);
  return new Map(rows.map(({ matchId, evidence }) => [matchId, evidence]));
}

/** Returns an expression for the evidence in the explanation of a match, as JSON. */
export function toEvidence(explanation: RawBuilder<unknown>): RawBuilder<MatchEvidence> {
  const hasItem = (condition: RawBuilder<unknown>): RawBuilder<boolean> =>
    sql`exists (select from jsonb_array_elements(${explanation}) as i where ${condition})`;
  return sql`json_build_object(
    'hasEqualIdentifier',
      ${hasItem(sql`${IS_IDENTIFIER} and i->>'effect' in ('same', 'same without homoclave')`)},
    'hasOtherIdentifier', ${hasItem(sql`${IS_IDENTIFIER} and i->>'effect' = 'contradicts'`)},
    'hasEqualName', (${hasItem(sql`i->>'feature' = 'word'`)}
      and not ${hasItem(sql`i->>'feature' = 'word' and i->>'effect' <> 'same'`)}),
    'hasEqualBirth', ${hasItem(sql`i->>'feature' = 'birth' and i->>'effect' = 'supports'`)},
    'hasEqualBirthday', ${hasItem(sql`i->>'feature' = 'birth' and i->>'effect' = 'supports'
      and i->>'query' = i->>'candidate' and i->>'query' ~ '^\\d{4}-\\d{2}-\\d{2}$'`)},
    'hasEqualCountry', ${hasItem(sql`i->>'feature' = 'country' and i->>'effect' = 'supports'`)},
    'hasContradiction', ${hasItem(sql`i->>'effect' = 'contradicts'`)}
  )`;
}

const IS_IDENTIFIER = sql`i->>'feature' in ('rfc', 'rfc10', 'curp', 'passport')`;
