import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { queueBlobDeletions, sumBytes } from '../files/blob-deletions.ts';
import { selectStaged } from './staged.ts';

/**
 * Records the persons and files that the import may leave unreferenced, before anything is changed: those of
 * participants that are removed or become another person, of documents that are removed or get another file, and files
 * of a participant without a document, for example printed reports.
 */
export async function recordUnreferencedRows(db: Db, serviceId: number): Promise<void> {
  await sql`
    insert into import_loose_persons (service_id, id)
    select ${serviceId}::integer, stored.person_id from participants stored
    where stored.service_id = ${serviceId} and stored.id in (select id from import_removed where service_id = ${serviceId})
    union
    select ${serviceId}::integer, stored.person_id from participants stored
    join ${selectStaged(serviceId, 'import_participant_ids')} i
      on i.service_id = stored.service_id and i.id = stored.id and not i.is_new
    join ${selectStaged(serviceId, 'import_participants')} p
      on p.service_id = stored.service_id and p.record = i.record and p.ordinal = i.ordinal
    join persons person on person.service_id = stored.service_id and person.id = stored.person_id
    where stored.service_id = ${serviceId} and person.external_id <> p.external_person_id
  `.execute(db);
  await sql`
    insert into import_loose_files (service_id, id)
    select ${serviceId}::integer, d.file_id from documents d
    where d.service_id = ${serviceId} and d.file_id is not null
      and d.participant_id in (select id from import_removed where service_id = ${serviceId})
    union
    select ${serviceId}::integer, d.file_id from documents d
    join ${selectStaged(serviceId, 'import_participant_ids')} i
      on i.service_id = d.service_id and i.id = d.participant_id and not i.is_new
    left join ${selectStaged(serviceId, 'import_documents')} listed
      on listed.service_id = d.service_id and listed.record = i.record and listed.ordinal = i.ordinal
      and listed.type_code = d.type_code and listed.occurrence = d.occurrence
    where d.service_id = ${serviceId} and d.file_id is not null
      and d.file_id is distinct from listed.file_id
    union
    select ${serviceId}::integer, f.id from files f
    where f.service_id = ${serviceId} and f.participant_id in (
      select id from import_removed where service_id = ${serviceId}
      union all
      select id from import_replaced where service_id = ${serviceId}
    )
  `.execute(db);
}

/**
 * Locks the persons and then the files that the import refers to or may delete, each in order of id. A completion locks
 * them in the same order, which avoids deadlocks.
 */
export async function lockSharedRowsForImport(db: Db, serviceId: number): Promise<void> {
  await sql`
    select count(*) from (
      select 1 from persons
      where service_id = ${serviceId} and (
        external_id in (select external_person_id from import_participants where service_id = ${serviceId})
        or id in (select id from import_loose_persons where service_id = ${serviceId})
      )
      order by id for update
    ) as locked_persons
  `.execute(db);
  await sql`
    select count(*) from (
      select 1 from files
      where service_id = ${serviceId} and (
        id in (select file_id from import_documents where service_id = ${serviceId} and file_id is not null)
        or id in (select id from import_loose_files where service_id = ${serviceId})
      )
      order by id for update
    ) as locked_files
  `.execute(db);
}

export async function recordNewPersons(db: Db, serviceId: number): Promise<void> {
  await sql`
    insert into import_new_persons (service_id, external_id)
    select distinct ${serviceId}::integer, p.external_person_id from ${selectStaged(serviceId, 'import_participants')} p
    where not exists (
      select from persons person
      where person.service_id = ${serviceId} and person.service_id = p.service_id and person.external_id = p.external_person_id
    )
    order by p.external_person_id
  `.execute(db);
}

export async function insertPersons(db: Db, serviceId: number): Promise<void> {
  await sql`
    insert into persons (service_id, id, external_id)
    select ${serviceId}, id, external_id from import_new_persons where service_id = ${serviceId}
  `.execute(db);
}

/** Stores the ids of files of the old system as known; the gateway does not have their bytes. */
export async function insertFiles(db: Db, serviceId: number): Promise<void> {
  await sql`
    insert into files (service_id, id)
    select distinct ${serviceId}::integer, d.file_id from ${selectStaged(serviceId, 'import_documents')} d
    where d.file_id is not null
      and not exists (select from files f where f.service_id = ${serviceId} and f.id = d.file_id)
  `.execute(db);
}

/**
 * Detaches files of documents from the participant that they were uploaded for, so that they are deleted with the last
 * document that refers to them.
 */
export async function detachDocumentFiles(db: Db, serviceId: number): Promise<void> {
  await sql`
    update files set participant_id = null
    where service_id = ${serviceId} and participant_id is not null
      and id in (select file_id from import_documents where service_id = ${serviceId} and file_id is not null)
  `.execute(db);
}

/** Deletes the recorded rows that are still unreferenced. */
export async function deleteUnreferencedRows(db: Db, serviceId: number): Promise<void> {
  await sql`
    delete from persons person
    where person.service_id = ${serviceId} and person.id in (select id from import_loose_persons where service_id = ${serviceId})
      and not exists (
        select from participants stored where stored.service_id = ${serviceId} and stored.person_id = person.id
      )
  `.execute(db);
  await sql`
    with deleted_files as (
      delete from files f
      where f.service_id = ${serviceId} and f.id in (select id from import_loose_files where service_id = ${serviceId})
        and not exists (
          select from documents d where d.service_id = ${serviceId} and d.file_id = f.id
        )
      returning f.storage_key, f.byte_count
    ), queued_blobs as (${queueBlobDeletions(serviceId, 'deleted_files')}), count_change as (
      insert into import_counts (service_id, file_bytes)
      select ${serviceId}::integer, - ${sumBytes('deleted_files')}
    )
    select count(*) from queued_blobs
  `.execute(db);
}
