import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { readAcrossServices } from '../../statements/across-services.ts';
import { prepareStatement, type Statement, type ValueOf } from '../../statements/prepared.ts';
import { sumOfServices } from '../../statements/sum-of-services.ts';
import { countedBytes } from '../records/service-counts.ts';
import { bytesOf, queueBlobsOf } from './blob-deletions.ts';

/** Records a generated file as known; one that is known already stays as it is. */
export async function insertKnownFile(db: Db, serviceId: number, id: number): Promise<void> {
  await db
    .insertInto('files')
    .values({ service_id: serviceId, id })
    .onConflict((conflict) => conflict.columns(['service_id', 'id']).doNothing())
    .execute();
}

/** Holds files until the transaction ends, in order of id, as a completion does. */
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

/** `blobs`: stored objects that are queued for deletion; `bytes`: total size of the deleted files. */
type DeletedFiles = { blobs: number; bytes: number };

/** Deletes those of the files that no document refers to any more. */
export async function deleteLooseFiles(
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
    ), queued as (${queueBlobsOf(serviceId, 'deleted_files')})
    select (select count(*) from queued) as blobs, ${bytesOf('deleted_files')} as bytes
  `.execute(db);
  return rows[0] ?? { blobs: 0, bytes: 0 };
}

/**
 * The statement that deletes all files of a business whose participants are gone. What documents of other businesses refer to
 * stays as an id that is known and no more. Its row counts what goes.
 */
export const deleteFilesOfBusiness: Statement<BusinessFiles, DeletedOfBusiness> = prepareStatement(
  (db, value: ValueOf<BusinessFiles>) =>
    sql<DeletedOfBusiness>`
    with owned as (
      select f.id, f.storage_key, f.byte_count, exists (
        select from documents d where d.service_id = ${value('serviceId')} and d.file_id = f.id
      ) as is_referred
      from files f where f.service_id = ${value('serviceId')} and f.business_id = ${value('businessId')}
    ), emptied as (
      update files f set state = 'elsewhere', business_id = null, participant_id = null,
        expires_at = null, byte_count = null, media_type = null, sha256 = null, is_scanned = false,
        storage_key = null, sealed_key = null, sealed_name = null
      from owned o where f.service_id = ${value('serviceId')} and f.id = o.id and o.is_referred
      returning o.storage_key, o.byte_count
    ), deleted as (
      delete from files f using owned o
      where f.service_id = ${value('serviceId')} and f.id = o.id and not o.is_referred
      returning f.storage_key, f.byte_count
    ), unread as (
      -- Of the ids that stay the documents are gone, and what was read of them goes too.
      delete from extractions x using owned o
      where x.service_id = ${value('serviceId')} and x.file_id = o.id and o.is_referred
    ), gone as (
      table emptied union all table deleted
    ), queued as (${queueBlobsOf(value('serviceId'), 'gone')})
    select (select count(*) from queued) as blobs, ${bytesOf('gone')} as bytes, (select count(*) from owned) as files,
      (
        select count(*) from extractions x
        where x.service_id = ${value('serviceId')} and x.file_id in (select id from owned)
      ) as extractions
  `.compile(db),
);

/** `files` and `extractions`: deleted rows. */
type DeletedOfBusiness = DeletedFiles & { files: number; extractions: number };
type BusinessFiles = { serviceId: number; businessId: number };

/**
 * Deletes up to `max` files of each service whose time is over and that no document refers to; says
 * how many.
 */
export async function deleteExpiredFiles(db: Db, max: number): Promise<number> {
  const finding = sql<{ serviceId: number }>`
    select service_id as "serviceId" from (
      select f.service_id from files f
      where f.expires_at <= now() and not exists (
        select from documents d where d.service_id = f.service_id and d.file_id = f.id
      )
      order by f.expires_at limit ${max}
    ) expired group by service_id order by service_id
  `;
  const rows = await readAcrossServices(db, finding.compile(db));
  return await sumOfServices(rows, async (serviceId) => await deleteExpiredOf(db, serviceId, max));
}

async function deleteExpiredOf(db: Db, serviceId: number, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with expired as (
      select f.id from files f
      where f.service_id = ${serviceId} and f.expires_at <= now() and not exists (
        select from documents d where d.service_id = ${serviceId} and d.file_id = f.id
      )
      order by f.expires_at limit ${max} for update of f skip locked
    ), deleted as (
      delete from files f using expired e
      where f.service_id = ${serviceId} and f.id = e.id
      returning f.storage_key, f.byte_count
    ), queued as (${queueBlobsOf(serviceId, 'deleted')}),
    counted as (${countedBytes(serviceId, sql`- ${bytesOf('deleted')}`)})
    select count(*) as count from deleted
  `.execute(db);
  return rows[0]?.count ?? 0;
}
