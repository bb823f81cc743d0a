import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { selectStaged } from './staged.ts';

/**
 * Deletes the matches, screenings, reports and consents of participants that become another person, and makes
 * `updatePersonalInformation` overwrite their personal information, with null where the line has none.
 */
export async function forgetReplacedPersons(db: Db, serviceId: number): Promise<void> {
  await sql`
    insert into import_replaced (service_id, record, ordinal, id)
    select ${serviceId}::integer, i.record, i.ordinal, i.id from import_participant_ids i
    join import_participants p on p.service_id = i.service_id and p.record = i.record and p.ordinal = i.ordinal
    join participants stored on stored.service_id = i.service_id and stored.id = i.id
    join persons person on person.service_id = i.service_id and person.id = stored.person_id
    where i.service_id = ${serviceId} and not i.is_new and person.external_id <> p.external_person_id
  `.execute(db);
  await deletePersonRecords(db, serviceId, 'import_replaced');
  await sql`
    update import_participants p set has_personal_information = true
    from ${selectStaged(serviceId, 'import_replaced')} replaced
    where p.service_id = ${serviceId} and p.record = replaced.record and p.ordinal = replaced.ordinal
  `.execute(db);
}

/** Deletes the matches with their decisions, the screenings, the reports and the consents of participants. */
export async function deletePersonRecords(
  db: Db,
  serviceId: number,
  participants: 'import_removed' | 'import_replaced',
): Promise<void> {
  const ids = sql`select id from ${sql.table(participants)} where service_id = ${serviceId}`;
  await sql`
    delete from match_resolutions
    where service_id = ${serviceId} and match_id in (
      select id from participant_matches
      where service_id = ${serviceId} and participant_id in (${ids})
    )
  `.execute(db);
  await sql`
    delete from participant_matches
    where service_id = ${serviceId} and participant_id in (${ids})
  `.execute(db);
  await sql`
    delete from screenings
    where service_id = ${serviceId} and participant_id in (${ids})
  `.execute(db);
  await sql`
    delete from socioeconomic_reports
    where service_id = ${serviceId} and participant_id in (${ids})
  `.execute(db);
  await sql`
    delete from consents
    where service_id = ${serviceId} and participant_id in (${ids})
  `.execute(db);
}

/**
 * Sets the pending flag of imported participants that have stored matches: a stored match keeps its status, and a line
 * only adds matches. Participants without stored matches keep the flag of their line. Call it after the participants
 * are resolved and before they are written.
 */
export async function setImportedPendingFlags(db: Db, serviceId: number): Promise<void> {
  await sql`
    update import_participants p set has_pending_matches = flags.pending
    from (
      select i.record, i.ordinal, bool_or(m.status = 'pending') or exists (
        select from ${selectStaged(serviceId, 'import_matches')} new_match
        where new_match.record = i.record and new_match.ordinal = i.ordinal and new_match.status = 'pending'
          and not exists (
            select from participant_matches same
            where same.service_id = ${serviceId} and same.participant_id = i.id
              and same.source_code = new_match.source_code and same.external_id = new_match.external_id
          )
      ) as pending
      from ${selectStaged(serviceId, 'import_participant_ids')} i
      join participant_matches m on m.service_id = ${serviceId} and m.participant_id = i.id
      where not i.is_new
      group by i.record, i.ordinal, i.id
    ) as flags
    where p.service_id = ${serviceId} and p.record = flags.record and p.ordinal = flags.ordinal
      and p.has_pending_matches <> flags.pending
  `.execute(db);
}

/** Inserts the matches that are not stored yet; stored ones stay unchanged. */
export async function insertImportedMatches(db: Db, serviceId: number): Promise<void> {
  await sql`
    with added_matches as (
      insert into participant_matches as new_match (service_id, participant_id, source_code, external_id, status)
      select ${serviceId}::integer, i.id, m.source_code, m.external_id, m.status
      from ${selectStaged(serviceId, 'import_matches')} m
      join ${selectStaged(serviceId, 'import_participant_ids')} i
        on i.service_id = m.service_id and i.record = m.record and i.ordinal = m.ordinal
      order by m.record, m.ordinal
      on conflict (service_id, participant_id, source_code, external_id) do nothing
      returning new_match.participant_id
    )
    insert into import_changes (service_id, business_id)
    select distinct ${serviceId}::integer, i.business_id
    from added_matches join ${selectStaged(serviceId, 'import_participant_ids')} i on i.id = added_matches.participant_id and not i.is_new
  `.execute(db);
}
