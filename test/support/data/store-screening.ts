import { sql } from 'kysely';
import type { Db } from '../../../src/db/client.ts';
import { allocateIdsQuery } from '../../../src/db/queries/records/id-counters.ts';
import type { Screening } from '../../../src/domain/screening/screening.ts';

/** Stores a fictitious screening as the gateway would, and returns its id. */
export async function storeScreening(
  db: Db,
  serviceId: number,
  screening: Screening,
): Promise<number> {
  const { participantId, trigger, subject, lists, asOf, threshold, outcome, matches } = screening;
  const { rows } = await sql<{ id: number }>`
    with taken as (${allocateIdsQuery({ serviceId, kind: 'screening', count: 1 })}), stored as (
      insert into screenings (service_id, id, participant_id, trigger, subject, lists, as_of, threshold,
        outcome, matches_count, created_at)
      overriding system value
      select ${serviceId}::integer, last_id, ${participantId}::bigint, ${trigger}::text, ${JSON.stringify(subject)}::jsonb,
        ${JSON.stringify(lists)}::jsonb, ${asOf}::date, ${threshold}::float8, ${outcome}::text, ${matches.length}::integer,
        ${screening.createdAt}::timestamptz
      from taken
      returning id
    ), kept as (
      insert into screening_matches (service_id, screening_id, position, source, entry_key, entry_id,
        content_hash, matter_hash, entry, score, band, matched_name, explanation)
      select ${serviceId}, stored.id, m.place, m.one #>> '{entry,source}', m.one #>> '{entry,entryKey}',
        (m.one #>> '{entry,entryId}')::bigint, decode(m.one #>> '{entry,contentHash}', 'hex'),
        decode(m.one #>> '{entry,matterHash}', 'hex'), m.one -> 'entry',
        (m.one ->> 'score')::double precision, m.one ->> 'band', m.one ->> 'matchedName',
        m.one -> 'items'
      from stored, jsonb_array_elements(${JSON.stringify(matches)}::jsonb) with ordinality as m (one, place)
    )
    select id from stored
  `.execute(db);
  return rows[0]?.id ?? 0;
}
