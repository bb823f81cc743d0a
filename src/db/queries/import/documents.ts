import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { selectStaged } from './staged.ts';

/** Inserts the documents of new participants. */
export async function insertNewDocuments(db: Db, serviceId: number): Promise<void> {
  await sql`
    insert into documents (service_id, participant_id, type_code, occurrence, position, file_id)
    select ${serviceId}, i.id, d.type_code, d.occurrence, d.position, d.file_id
    from ${selectStaged(serviceId, 'import_documents')} d
    join ${selectStaged(serviceId, 'import_participant_ids')} i on i.record = d.record and i.ordinal = d.ordinal
    where i.is_new
  `.execute(db);
}

/** Replaces the documents of existing participants with those of their lines, and records the changed businesses. */
export async function replaceDocuments(db: Db, serviceId: number): Promise<void> {
  await deleteUnlisted(db, serviceId);
  await updateListed(db, serviceId);
  await insertListed(db, serviceId);
}

async function deleteUnlisted(db: Db, serviceId: number): Promise<void> {
  await sql`
    with removed_documents as (
      delete from documents d using ${selectStaged(serviceId, 'import_participant_ids')} i
      where d.service_id = ${serviceId} and d.participant_id = i.id and not i.is_new
        and not exists (
          select from ${selectStaged(serviceId, 'import_documents')} listed
          where listed.record = i.record and listed.ordinal = i.ordinal
            and listed.type_code = d.type_code and listed.occurrence = d.occurrence
        )
      returning i.business_id
    )
    insert into import_changes (service_id, business_id) select distinct ${serviceId}::integer, business_id from removed_documents
  `.execute(db);
}

async function updateListed(db: Db, serviceId: number): Promise<void> {
  await sql`
    with changed_documents as (
      update documents d set position = listed.position, file_id = listed.file_id
      from ${selectStaged(serviceId, 'import_documents')} listed
      join ${selectStaged(serviceId, 'import_participant_ids')} i on i.record = listed.record and i.ordinal = listed.ordinal
      where not i.is_new and d.service_id = ${serviceId} and d.participant_id = i.id
        and d.type_code = listed.type_code and d.occurrence = listed.occurrence
        and (d.position, d.file_id) is distinct from (listed.position, listed.file_id)
      returning i.business_id
    )
    insert into import_changes (service_id, business_id) select distinct ${serviceId}::integer, business_id from changed_documents
  `.execute(db);
}

async function insertListed(db: Db, serviceId: number): Promise<void> {
  await sql`
    with added_documents as (
      insert into documents as new_document (service_id, participant_id, type_code, occurrence, position, file_id)
      select ${serviceId}, i.id, listed.type_code, listed.occurrence, listed.position, listed.file_id
      from ${selectStaged(serviceId, 'import_documents')} listed
      join ${selectStaged(serviceId, 'import_participant_ids')} i on i.record = listed.record and i.ordinal = listed.ordinal
      where not i.is_new and not exists (
        select from documents d
        where d.service_id = ${serviceId} and d.participant_id = i.id
          and d.type_code = listed.type_code and d.occurrence = listed.occurrence
      )
      returning new_document.participant_id
    )
    insert into import_changes (service_id, business_id)
    select distinct ${serviceId}::integer, i.business_id from added_documents join ${selectStaged(serviceId, 'import_participant_ids')} i on i.id = added_documents.participant_id
  `.execute(db);
}
