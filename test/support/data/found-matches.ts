import { sql } from 'kysely';
import type { Db } from '../../../src/db/client.ts';
import { insertMatches } from '../../../src/db/queries/screening/matches.ts';
import type { ExplanationItem } from '../../../src/domain/screening/parties/explanation.ts';
import { makeScreening, matchOf } from './make-screening.ts';

/** Creates an explanation item: the feature, both compared values and the effect. */
export function createItem(
  feature: ExplanationItem['feature'],
  effect: ExplanationItem['effect'],
  [query, candidate]: readonly [string | null, string | null] = ['A', 'A'],
): ExplanationItem {
  return { feature, query, candidate, score: 1, weight: 1, effect };
}

export const SAME_RFC: ExplanationItem = createItem('rfc', 'same', [
  'CIE150318QX5',
  'CIE150318QX5',
]);
export const SAME_NAME: ExplanationItem = createItem('word', 'same', ['NADIE', 'NADIE']);

/** Stores a pending match that a screening found for a participant, with these items. Returns its id. */
export async function makeFoundMatch(
  db: Db,
  { serviceId, participantId }: { serviceId: number; participantId: number },
  items: readonly ExplanationItem[],
): Promise<number> {
  const match = { ...matchOf('NADIE'), items: [...items] };
  const screening = await makeScreening(db, serviceId, { participantId, matches: [match] });
  const { source: sourceCode, entryKey: externalId } = match.entry;
  await insertMatches(db, serviceId, [{ participantId, sourceCode, externalId, state: 'pending' }]);
  const { rows } = await sql<{ id: number }>`
    insert into match_findings (service_id, match_id, screening_id, raised_because, matter_hash, entry,
      score, band, matched_name, explanation)
    select ${serviceId}, max(id), ${screening.id}, 'found', decode('ff00', 'hex'),
      ${JSON.stringify(match.entry)}::jsonb, 1, 'identifier_exact', 'NADIE', ${JSON.stringify(items)}::jsonb
    from participant_matches where service_id = ${serviceId}
    returning match_id as id
  `.execute(db);
  await sql`
    update participants set has_pending_matches = true
    where service_id = ${serviceId} and id = ${participantId}
  `.execute(db);
  return rows[0]?.id ?? 0;
}
