import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { comparedColumns, queueScreeningCtes } from '../screening/queue.ts';
import { deletePersonRecords } from './matches.ts';
import { selectStaged } from './staged.ts';

/**
 * Stores the id of each participant of the lines: the given id, otherwise the lowest id of the same person in the
 * business that no participant of the import has as its given id; null for a new participant without a given id.
 */
export async function resolveParticipants(db: Db, serviceId: number): Promise<void> {
  await sql`
    insert into import_participant_ids (service_id, record, ordinal, business_id, id, is_new)
    select ${serviceId}::integer, p.record, p.ordinal, b.id, coalesce(p.id, by_person.id), coalesce(by_id.id, by_person.id) is null
    from ${selectStaged(serviceId, 'import_participants')} p
    join ${selectStaged(serviceId, 'import_business_ids')} b on b.record = p.record
    left join participants by_id on by_id.service_id = ${serviceId} and by_id.id = p.id
    left join (
      select i.record, person.external_id, min(stored.id) as id
      from ${selectStaged(serviceId, 'import_business_ids')} i
      join participants stored on stored.service_id = ${serviceId} and stored.business_id = i.id
      join persons person on person.service_id = ${serviceId} and person.id = stored.person_id
      where not i.is_new and not exists (select from ${selectStaged(serviceId, 'import_participants')} given where given.id = stored.id)
      group by i.record, person.external_id
    ) as by_person
      on p.id is null and by_person.record = p.record and by_person.external_id = p.external_person_id
    order by p.record, p.ordinal
  `.execute(db);
}

/** Records the stored participants of imported businesses that their lines do not list. */
export async function recordRemovedParticipants(db: Db, serviceId: number): Promise<void> {
  await sql`
    insert into import_removed (service_id, id)
    select ${serviceId}::integer, stored.id from participants stored
    join ${selectStaged(serviceId, 'import_business_ids')} i on i.service_id = stored.service_id and i.id = stored.business_id
    where stored.service_id = ${serviceId} and not i.is_new
      and not exists (
        select from ${selectStaged(serviceId, 'import_participant_ids')} listed
        where listed.service_id = stored.service_id and listed.id = stored.id
      )
  `.execute(db);
}

export async function deleteRemovedParticipants(db: Db, serviceId: number): Promise<void> {
  await deletePersonRecords(db, serviceId, 'import_removed');
  await sql`
    delete from screening_queue where service_id = ${serviceId} and id in (
      select id from screening_queue
      where service_id = ${serviceId} and participant_id in (select id from import_removed where service_id = ${serviceId})
      for update skip locked
    )
  `.execute(db);
  await sql`
    delete from documents
    where service_id = ${serviceId} and participant_id in (select id from import_removed where service_id = ${serviceId})
  `.execute(db);
  await sql`
    with removed_participants as (
      delete from participants
      where service_id = ${serviceId} and id in (select id from import_removed where service_id = ${serviceId})
      returning business_id
    )
    insert into import_changes (service_id, business_id) select distinct ${serviceId}::integer, business_id from removed_participants
  `.execute(db);
}

export async function insertParticipants(db: Db, serviceId: number): Promise<void> {
  await sql`
    with added_participants as (
      insert into participants as new_participant (service_id, id, business_id, person_id, person_type, name,
        paternal_surname, maternal_surname, email, phone_country_code, phone_number,
        registration_mode, has_pending_matches, roles, legal_act_folio, rfc, curp,
        birth_or_constitution_date, nationality, country_of_birth, civil_status,
        economic_activity, address)
      select ${serviceId}, i.id, i.business_id, person.id, p.person_type, p.name,
        p.paternal_surname, p.maternal_surname, p.email, p.phone_country_code, p.phone_number,
        p.registration_mode, p.has_pending_matches, p.roles, p.legal_act_folio, p.rfc, p.curp,
        p.birth_or_constitution_date, p.nationality, p.country_of_birth, p.civil_status,
        p.economic_activity, p.address
      from ${selectStaged(serviceId, 'import_participants')} p
      join ${selectStaged(serviceId, 'import_participant_ids')} i on i.record = p.record and i.ordinal = p.ordinal
      join persons person on person.service_id = ${serviceId} and person.external_id = p.external_person_id
      where i.is_new
      returning new_participant.id, new_participant.business_id
    ), ${queueScreeningCtes(serviceId, sql`select id from added_participants`)}
    insert into import_changes (service_id, business_id) select distinct ${serviceId}::integer, business_id from added_participants
  `.execute(db);
}

/**
 * Updates the existing participants that differ from their lines. A change of the person type deletes the date, because
 * a date of birth is not a date of constitution.
 */
export async function updateParticipants(db: Db, serviceId: number): Promise<void> {
  await sql`
    with changed_participants as (
      update participants stored
      set person_id = person.id, person_type = p.person_type, name = p.name,
          paternal_surname = p.paternal_surname, maternal_surname = p.maternal_surname,
          email = p.email, phone_country_code = p.phone_country_code,
          phone_number = p.phone_number, registration_mode = p.registration_mode,
          has_pending_matches = p.has_pending_matches, roles = p.roles,
          legal_act_folio = p.legal_act_folio, birth_or_constitution_date = case
            when stored.person_type = p.person_type then stored.birth_or_constitution_date end,
          updated_at = now()
      from ${selectStaged(serviceId, 'import_participants')} p
      join ${selectStaged(serviceId, 'import_participant_ids')} i on i.record = p.record and i.ordinal = p.ordinal
      join persons person on person.service_id = ${serviceId} and person.external_id = p.external_person_id
      join participants old on old.service_id = ${serviceId} and old.id = i.id
      where not i.is_new and stored.service_id = ${serviceId} and stored.id = i.id
        and (stored.person_id, stored.person_type, stored.name, stored.paternal_surname, stored.maternal_surname, stored.email,
             stored.phone_country_code, stored.phone_number, stored.registration_mode, stored.has_pending_matches,
             stored.roles, stored.legal_act_folio)
          is distinct from
            (person.id, p.person_type, p.name, p.paternal_surname, p.maternal_surname, p.email,
             p.phone_country_code, p.phone_number, p.registration_mode, p.has_pending_matches,
             p.roles, p.legal_act_folio)
      returning stored.id, stored.business_id,
        ${comparedColumns('stored')} is distinct from ${comparedColumns('old')} as is_changed
    ), ${queueScreeningCtes(serviceId, sql`select id from changed_participants where is_changed`)}
    insert into import_changes (service_id, business_id) select distinct ${serviceId}::integer, business_id from changed_participants
  `.execute(db);
}

/** Updates the personal information of existing participants whose line has any, or that become another person. */
export async function updatePersonalInformation(db: Db, serviceId: number): Promise<void> {
  await sql`
    with changed_participants as (
      update participants stored
      set rfc = p.rfc, curp = p.curp, birth_or_constitution_date = p.birth_or_constitution_date,
          nationality = p.nationality, country_of_birth = p.country_of_birth,
          civil_status = p.civil_status, economic_activity = p.economic_activity,
          address = p.address, updated_at = now()
      from ${selectStaged(serviceId, 'import_participants')} p
      join ${selectStaged(serviceId, 'import_participant_ids')} i on i.record = p.record and i.ordinal = p.ordinal
      join participants old on old.service_id = ${serviceId} and old.id = i.id
      where p.has_personal_information and not i.is_new
        and stored.service_id = ${serviceId} and stored.id = i.id
        and (stored.rfc, stored.curp, stored.birth_or_constitution_date, stored.nationality, stored.country_of_birth,
             stored.civil_status, stored.economic_activity, stored.address)
          is distinct from
            (p.rfc, p.curp, p.birth_or_constitution_date, p.nationality, p.country_of_birth,
             p.civil_status, p.economic_activity, p.address)
      returning stored.id, stored.business_id,
        ${comparedColumns('stored')} is distinct from ${comparedColumns('old')} as is_changed
    ), ${queueScreeningCtes(serviceId, sql`select id from changed_participants where is_changed`)}
    insert into import_changes (service_id, business_id) select distinct ${serviceId}::integer, business_id from changed_participants
  `.execute(db);
}
