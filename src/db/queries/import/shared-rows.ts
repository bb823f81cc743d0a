import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { bytesOf, queueBlobsOf } from '../files/blob-deletions.ts';
import { staged } from './staged.ts';

/**
 * Notes the persons and files that the import may leave without a reference, before anything is changed:
 * those of participants that go or become another person, and of documents that go or get another file. Files that are a
 * participant's without a document, such as printed reports, are among them.
 */
export async function findLooseRows(db: Db, serviceId: number): Promise<void> {
  await sql`
    insert into import_loose_persons (service_id, id)
    select ${serviceId}::integer, s.person_id from participants s
    where s.service_id = ${serviceId} and s.id in (select id from import_removed where service_id = ${serviceId})
    union
    select ${serviceId}::integer, s.person_id from participants s
    join ${staged(serviceId, 'import_participant_ids')} i on i.id = s.id and not i.is_new
    join ${staged(serviceId, 'import_participants')} p on p.record = i.record and p.ordinal = i.ordinal
    join persons n on n.service_id = ${serviceId} and n.id = s.person_id
    where s.service_id = ${serviceId} and n.external_id <> p.external_person_id
  `.execute(db);
  await sql`
    insert into import_loose_files (service_id, id)
    select ${serviceId}::integer, d.file_id from documents d
    where d.service_id = ${serviceId} and d.file_id is not null
      and d.participant_id in (select id from import_removed where service_id = ${serviceId})
    union
    select ${serviceId}::integer, d.file_id from documents d
    join ${staged(serviceId, 'import_participant_ids')} i on i.id = d.participant_id and not i.is_new
    left join ${staged(serviceId, 'import_documents')} listed on listed.record = i.record and listed.ordinal = i.ordinal
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
 * Holds the persons and then the files that the import refers to or may delete, each in order of id: the
 * order in which a completion holds them too, so that neither waits for the other in a circle.
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
    ) as held
  `.execute(db);
  await sql`
    select count(*) from (
      select 1 from files
      where service_id = ${serviceId} and (
        id in (select file_id from import_documents where service_id = ${serviceId} and file_id is not null)
        or id in (select id from import_loose_files where service_id = ${serviceId})
      )
      order by id for update
    ) as held
  `.execute(db);
}

export async function findNewPersons(db: Db, serviceId: number): Promise<void> {
  await sql`
    insert into import_new_persons (service_id, external_id)
    select distinct ${serviceId}::integer, p.external_person_id from ${staged(serviceId, 'import_participants')} p
    where not exists (
      select from persons n
      where n.service_id = ${serviceId} and n.external_id = p.external_person_id
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

/** Files of the old system are recorded as known; their bytes are not held here. */
export async function insertFiles(db: Db, serviceId: number): Promise<void> {
  await sql`
    insert into files (service_id, id)
    select distinct ${serviceId}::integer, d.file_id from ${staged(serviceId, 'import_documents')} d
    where d.file_id is not null
      and not exists (select from files f where f.service_id = ${serviceId} and f.id = d.file_id)
  `.execute(db);
}

/** Files of documents are no longer of whom they were sent for: they go with the last document that refers to them. */
export async function placeFiles(db: Db, serviceId: number): Promise<void> {
  await sql`
    update files set participant_id = null
    where service_id = ${serviceId} and participant_id is not null
      and id in (select file_id from import_documents where service_id = ${serviceId} and file_id is not null)
  `.execute(db);
}

/** Deletes what findLooseRows noted and nothing refers to any more. */
export async function deleteLooseRows(db: Db, serviceId: number): Promise<void> {
  await sql`
    delete from persons n
    where n.service_id = ${serviceId} and n.id in (select id from import_loose_persons where service_id = ${serviceId})
      and not exists (
        select from participants s where s.service_id = ${serviceId} and s.person_id = n.id
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
    ), queued as (${queueBlobsOf(serviceId, 'deleted_files')}), counted as (
      insert into import_counts (service_id, file_bytes)
      select ${serviceId}::integer, - ${bytesOf('deleted_files')}
    )
    select count(*) from queued
  `.execute(db);
}
