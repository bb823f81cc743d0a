import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { prepareStatement, type Statement, type ValueOf } from '../../statements/prepared.ts';
import { readAcrossServices } from '../../statements/read-across-services.ts';
import { sumOverServices } from '../../statements/sum-over-services.ts';
import { addBytesQuery } from '../records/service-counts.ts';
import { queueBlobDeletions, sumBytes } from './blob-deletions.ts';

/** Stores a file of which only the id is known; an existing row stays unchanged. */
export async function insertKnownFile(db: Db, serviceId: number, id: number): Promise<void> {
  await db
    .insertInto('files')
    .values({ service_id: serviceId, id })
    .onConflict((conflict) => conflict.columns(['service_id', 'id']).doNothing())
    .execute();
}

/** Locks files until the transaction ends, in order of id, in which a completion also locks them. */
export async function lockFiles(db: Db, serviceId: number, ids: readonly number[]): Promise<void> {
  await db
    .selectFrom('files')
    .select('id')
    .where('service_id', '=', serviceId)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Deleted files. `blobs`: stored objects that are queued for deletion; `bytes`: their total size. */
type DeletedFiles = { blobs: number; bytes: number };

/** Deletes those of the files that no document refers to. */
export async function deleteUnreferencedFiles(
  db: Db,
  serviceId: number,
  ids: readonly number[],
): Promise<DeletedFiles> {
  const { rows } = await sql<DeletedFiles>`
    with deleted_files as (
      delete from files f
      where f.service_id = ${serviceId} and f.id = any(${ids}::bigint[])
        and not exists (
          select from documents d where d.service_id = ${serviceId} and d.file_id = f.id
        )
      returning f.storage_key, f.byte_count
    ), queued_blobs as (${queueBlobDeletions(serviceId, 'deleted_files')})
    select (select count(*) from queued_blobs) as blobs, ${sumBytes('deleted_files')} as bytes
  `.execute(db);
  return rows[0] ?? { blobs: 0, bytes: 0 };
}

/**
 * Statement that deletes all files of a business after its participants. Files that documents of other businesses refer
 * to stay as known ids without bytes. Returns one row of counts.
 */
export const deleteFilesOfBusiness: Statement<BusinessFiles, DeletedOfBusiness> = prepareStatement(
  (db, value: ValueOf<BusinessFiles>) =>
    sql<DeletedOfBusiness>`
    with business_files as (
      select f.id, f.storage_key, f.byte_count, exists (
        select from documents d where d.service_id = ${value('serviceId')} and d.file_id = f.id
      ) as is_referenced
      from files f where f.service_id = ${value('serviceId')} and f.business_id = ${value('businessId')}
    ), emptied_files as (
      update files f set state = 'elsewhere', business_id = null, participant_id = null,
        expires_at = null, byte_count = null, media_type = null, sha256 = null, is_scanned = false,
        storage_key = null, sealed_key = null, sealed_name = null
      from business_files business_file where f.service_id = ${value('serviceId')} and f.id = business_file.id and business_file.is_referenced
      returning business_file.storage_key, business_file.byte_count
    ), deleted_files as (
      delete from files f using business_files business_file
      where f.service_id = ${value('serviceId')} and f.id = business_file.id and not business_file.is_referenced
      returning f.storage_key, f.byte_count
    ), deleted_extractions as (
      -- The extractions of deleted files are deleted by cascade; those of emptied files here.
      delete from extractions x using business_files business_file
      where x.service_id = ${value('serviceId')} and x.file_id = business_file.id and business_file.is_referenced
    ), removed_files as (
      table emptied_files union all table deleted_files
    ), queued_blobs as (${queueBlobDeletions(value('serviceId'), 'removed_files')})
    select (select count(*) from queued_blobs) as blobs, ${sumBytes('removed_files')} as bytes, (select count(*) from business_files) as files,
      (
        select count(*) from extractions x
        where x.service_id = ${value('serviceId')} and x.file_id in (select id from business_files)
      ) as extractions
  `.compile(db),
);

/** Counts of the statement. `files`: deleted and emptied files; `extractions`: deleted extractions of both. */
type DeletedOfBusiness = DeletedFiles & { files: number; extractions: number };
type BusinessFiles = { serviceId: number; businessId: number };

/** Deletes up to `max` expired files of each service that no document refers to; returns their number. */
export async function deleteExpiredFiles(db: Db, max: number): Promise<number> {
  const selectServices = sql<{ serviceId: number }>`
    select service_id as "serviceId" from (
      select f.service_id from files f
      where f.expires_at <= now() and not exists (
        select from documents d where d.service_id = f.service_id and d.file_id = f.id
      )
      order by f.expires_at limit ${max}
    ) expired_files group by service_id order by service_id
  `;
  const rows = await readAcrossServices(db, selectServices.compile(db));
  return await sumOverServices(
    rows,
    async (serviceId) => await deleteExpiredOfService(db, serviceId, max),
  );
}

async function deleteExpiredOfService(db: Db, serviceId: number, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with expired_files as (
      select f.id from files f
      where f.service_id = ${serviceId} and f.expires_at <= now() and not exists (
        select from documents d where d.service_id = ${serviceId} and d.file_id = f.id
      )
      order by f.expires_at limit ${max} for update of f skip locked
    ), deleted_files as (
      delete from files f using expired_files e
      where f.service_id = ${serviceId} and f.id = e.id
      returning f.storage_key, f.byte_count
    ), queued_blobs as (${queueBlobDeletions(serviceId, 'deleted_files')}),
    count_change as (${addBytesQuery(serviceId, sql`- ${sumBytes('deleted_files')}`)})
    select count(*) as count from deleted_files
  `.execute(db);
  return rows[0]?.count ?? 0;
}
