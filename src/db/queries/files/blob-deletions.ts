import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../client.ts';
import { hastenJob, type JobKey, queueJob, queueJobsOf, takeJobBack } from '../jobs/queue.ts';

/** Bytes in the store, by the service that they belong to. */
export type Blob = { serviceId: number; storageKey: string };

/**
 * A part of a statement that has deleted files of the service in a part of this name, which returns their
 * storage_key: their bytes are due from its commit on. Has a row for each blob that is so queued.
 */
export function queueBlobsOf(
  serviceId: number | RawBuilder<number>,
  deleted: string,
): RawBuilder<unknown> {
  return queueJobsOf(
    { serviceId, task: 'delete_bytes' },
    sql`
      select storage_key as key, jsonb_build_object('storageKey', storage_key) as payload
      from (select distinct storage_key from ${sql.table(deleted)}) d
      where storage_key is not null
    `,
  );
}

/** Part of a statement that sums the bytes of the files that a part of this name has deleted, as service_counts counts them. */
export function bytesOf(deleted: string): RawBuilder<number> {
  return sql<number>`(
    select coalesce(sum(byte_count), 0)::bigint from ${sql.table(deleted)} where storage_key is not null
  )`;
}

/** Has the bytes deleted at the given time, or at once, unless somebody takes that back: see keepBlob. */
export async function deleteBlobAt(db: Db, blob: Blob, dueAt: Date | null): Promise<void> {
  await queueJob(db, { ...jobOf(blob), payload: { storageKey: blob.storageKey }, dueAt });
}

/** Has the bytes of a deletion that waits deleted at once; false where it was taken back, and nothing happens. */
export async function hastenBlob(db: Db, blob: Blob): Promise<boolean> {
  return await hastenJob(db, jobOf(blob));
}

/** Takes a deletion back; false where somebody may have begun with it, so that the bytes may be gone. */
export async function keepBlob(db: Db, blob: Blob): Promise<boolean> {
  return await takeJobBack(db, jobOf(blob));
}

/** Whether a file needs the bytes: several files of equal content share them. */
export async function isBlobUsed(db: Db, { serviceId, storageKey }: Blob): Promise<boolean> {
  const { rows } = await sql<{ isUsed: boolean }>`
    select exists (
      select from files where service_id = ${serviceId} and storage_key = ${storageKey}
    ) as "isUsed"
  `.execute(db);
  return rows[0]?.isUsed ?? true;
}

function jobOf({ serviceId, storageKey }: Blob): JobKey {
  return { serviceId, task: 'delete_bytes', key: storageKey };
}
