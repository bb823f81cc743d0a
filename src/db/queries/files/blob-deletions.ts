import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../client.ts';
import { cancelJob, expediteJob, type JobKey, queueJob, queueJobs } from '../jobs/queue.ts';

/** Object in the store, with its service. */
export type Blob = { serviceId: number; storageKey: string };

/**
 * Returns a subquery that queues a `delete_bytes` job for each distinct storage_key of the common table expression
 * `deleted`. The jobs are due at the commit; the subquery has a row for each.
 */
export function queueBlobDeletions(
  serviceId: number | RawBuilder<number>,
  deleted: string,
): RawBuilder<unknown> {
  return queueJobs(
    { serviceId, task: 'delete_bytes' },
    sql`
      select storage_key as key, jsonb_build_object('storageKey', storage_key) as payload
      from (select distinct storage_key from ${sql.table(deleted)}) d
      where storage_key is not null
    `,
  );
}

/**
 * Returns a subquery with the total size of the files in the common table expression `deleted` that have stored bytes.
 */
export function sumBytes(deleted: string): RawBuilder<number> {
  return sql<number>`(
    select coalesce(sum(byte_count), 0)::bigint from ${sql.table(deleted)} where storage_key is not null
  )`;
}

/** Queues the deletion of an object at the given time; null is now. */
export async function scheduleBlobDeletion(db: Db, blob: Blob, dueAt: Date | null): Promise<void> {
  await queueJob(db, { ...toJobKey(blob), payload: { storageKey: blob.storageKey }, dueAt });
}

/** Makes a waiting deletion due now; returns false when it was cancelled or a worker runs it. */
export async function expediteBlobDeletion(db: Db, blob: Blob): Promise<boolean> {
  return await expediteJob(db, toJobKey(blob));
}

/** Cancels a deletion; returns false when it may have started, so that the bytes may be gone. */
export async function cancelBlobDeletion(db: Db, blob: Blob): Promise<boolean> {
  return await cancelJob(db, toJobKey(blob));
}

/** True when a file refers to the object, which files of equal content share. */
export async function isBlobUsed(db: Db, { serviceId, storageKey }: Blob): Promise<boolean> {
  const { rows } = await sql<{ isUsed: boolean }>`
    select exists (
      select from files where service_id = ${serviceId} and storage_key = ${storageKey}
    ) as "isUsed"
  `.execute(db);
  return rows[0]?.isUsed ?? true;
}

function toJobKey({ serviceId, storageKey }: Blob): JobKey {
  return { serviceId, task: 'delete_bytes', key: storageKey };
}
