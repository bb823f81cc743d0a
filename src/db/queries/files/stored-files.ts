import { sql } from 'kysely';
import type { Db } from '../../client.ts';

/**
 * File of any service whose bytes are in the store, with the data key of its business; null when that key is deleted.
 */
export type StoredFile = {
  serviceId: number;
  id: number;
  businessId: number | null;
  storageKey: string;
  byteCount: number;
  sha256: Buffer;
  sealedKey: Buffer;
  masterKeyId: string | null;
  wrappedKey: Buffer | null;
};

export type StoredFileKey = Pick<StoredFile, 'serviceId' | 'id'>;

/**
 * Returns files with stored bytes after a key, in order of service and id, at most `limit`; of one service when
 * `serviceId` is given.
 */
export async function listStoredFiles(
  db: Db,
  after: StoredFileKey,
  { limit, serviceId }: { limit: number; serviceId: number | undefined },
): Promise<StoredFile[]> {
  const { rows } = await sql<StoredFile>`
    select f.service_id as "serviceId", f.id, f.business_id as "businessId", f.storage_key as "storageKey",
      f.byte_count as "byteCount", f.sha256, f.sealed_key as "sealedKey",
      k.master_key_id as "masterKeyId", k.wrapped_key as "wrappedKey"
    from files f
    left join data_keys k on k.service_id = f.service_id and k.business_id is not distinct from f.business_id
    where (f.service_id, f.id) > (${after.serviceId}::integer, ${after.id}::bigint) and f.storage_key is not null
      and (${serviceId ?? null}::integer is null or f.service_id = ${serviceId ?? null}::integer)
    order by f.service_id, f.id
    limit ${limit}
  `.execute(db);
  return rows;
}

export async function countStoredFiles(db: Db, serviceId: number | undefined): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from files
    where storage_key is not null
      and (${serviceId ?? null}::integer is null or service_id = ${serviceId ?? null}::integer)
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** True when the file still refers to the stored object that it had when it was listed. */
export async function hasStoredBytes(
  db: Db,
  { serviceId, id, storageKey }: Pick<StoredFile, 'serviceId' | 'id' | 'storageKey'>,
): Promise<boolean> {
  const file = await db
    .selectFrom('files')
    .select('id')
    .where('service_id', '=', serviceId)
    .where('id', '=', id)
    .where('storage_key', '=', storageKey)
    .executeTakeFirst();
  return file !== undefined;
}
