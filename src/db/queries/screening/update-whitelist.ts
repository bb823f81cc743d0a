import { sql } from 'kysely';
import type { NewResolution } from '../../../domain/matches/match-resolution.ts';
import type { Db } from '../../client.ts';

/**
 * Whitelists the entries of false-positive decisions for the person, in all businesses, and removes the entries of
 * true-match decisions from the whitelist. Ignores matches that a provider sent. One statement.
 */
export async function updateWhitelist(
  db: Db,
  serviceId: number,
  resolutions: readonly Pick<NewResolution, 'matchId' | 'decision'>[],
): Promise<void> {
  await sql`
    with decisions as (
      select p.person_id, m.source_code, m.external_id, d.decision, f.matter_hash, f.band
      from unnest(
        ${resolutions.map((resolution) => resolution.matchId)}::bigint[],
        ${resolutions.map((resolution) => resolution.decision)}::text[]
      ) as d (match_id, decision)
      join participant_matches m on m.service_id = ${serviceId} and m.id = d.match_id
      join match_findings f on f.service_id = ${serviceId} and f.match_id = m.id
      join participants p on p.service_id = ${serviceId} and p.id = m.participant_id
    ), removed_entries as (
      delete from match_whitelist w using decisions d
      where w.service_id = ${serviceId} and w.person_id = d.person_id and w.source = d.source_code
        and w.entry_key = d.external_id and d.decision = 'true_match'
    )
    insert into match_whitelist (service_id, person_id, source, entry_key, matter_hash, band)
    select distinct on (person_id, source_code, external_id)
      ${serviceId}::integer, person_id, source_code, external_id, matter_hash, band
    from decisions where decision = 'false_positive'
    order by person_id, source_code, external_id
    on conflict (service_id, person_id, source, entry_key) do update
      set matter_hash = excluded.matter_hash, band = excluded.band
  `.execute(db);
}
