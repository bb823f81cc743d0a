import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../client.ts';

/** Bytes in the store, by the service that they belong to. */
export type Blob = { serviceId: number; storageKey: string };
export type DueBlob = Blob & {
  /** Whether a file needs the bytes: several files of equal content share them. */
  isUsed: boolean;
};

/**
 * A part of a statement that has deleted files in a part of this name, which returns their service_id and
 * storage_key: their bytes are due from its commit on. Has a row for each blob that is so queued.
 */
export function queueBlobsOf(deleted: string): RawBuilder<unknown> {
  return sql`
    insert into blob_deletions (service_id, storage_key)
    select distinct service_id, storage_key from ${sql.table(deleted)} where storage_key is not null
    order by 1, 2
    on conflict (service_id, storage_key) do update set due_at = now()
    returning storage_key
  `;
}

/** Has the bytes deleted at the given time, unless somebody takes that back: see keepBlob. */
export async function deleteBlobAt(db: Db, blob: Blob, dueAt: Date): Promise<void> {
  await db
    .insertInto('blob_deletions')
    .values({ service_id: blob.serviceId, storage_key: blob.storageKey, due_at: dueAt })
    .onConflict((conflict) =>
      conflict.columns(['service_id', 'storage_key']).doUpdateSet({ due_at: dueAt }),
    )
    .execute();
}

/** Has the bytes of a deletion that waits deleted at once; false where it was taken back, and nothing happens. */
export async function hastenBlob(db: Db, { serviceId, storageKey }: Blob): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('blob_deletions')
    .set({ due_at: sql`now()` })
    .where('service_id', '=', serviceId)
    .where('storage_key', '=', storageKey)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Takes a deletion back; false where there is none, so that the bytes may be gone. */
export async function keepBlob(db: Db, { serviceId, storageKey }: Blob): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('blob_deletions')
    .where('service_id', '=', serviceId)
    .where('storage_key', '=', storageKey)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Whether any deletion is due; quicker than a transaction that finds none. */
export async function hasDueBlobs(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isDue: boolean }>`
    select exists (select from blob_deletions b where b.due_at <= now()) as "isDue"
  `.execute(db);
  return rows[0]?.isDue ?? false;
}

/** Up to `max` deletions that are due, held until the transaction ends, past those that others hold. */
export async function lockDueBlobs(db: Db, max: number): Promise<DueBlob[]> {
  const { rows } = await sql<DueBlob>`
    select b.service_id as "serviceId", b.storage_key as "storageKey", exists (
      select from files f where f.service_id = b.service_id and f.storage_key = b.storage_key
    ) as "isUsed"
    from blob_deletions b
    where b.due_at <= now()
    order by b.due_at, b.service_id, b.storage_key
    limit ${max}
    for update of b skip locked
  `.execute(db);
  return rows;
}

export async function deleteBlobRows(db: Db, blobs: readonly Blob[]): Promise<void> {
  await sql`
    delete from blob_deletions b
    using ${unnest(blobs)} as done (service_id, storage_key)
    where b.service_id = done.service_id and b.storage_key = done.storage_key
  `.execute(db);
}

const RETRY_SECONDS = 2;
const RETRY_SECONDS_MAX = 3600;

/** Twice as long after each attempt, an hour at most. */
export async function postponeBlobs(db: Db, blobs: readonly Blob[]): Promise<void> {
  await sql`
    update blob_deletions b set
      attempts = b.attempts + 1,
      due_at = now() + interval '1 second'
        * least(${RETRY_SECONDS_MAX}::integer, ${RETRY_SECONDS}::integer * 2 ^ least(b.attempts, 20))
    from ${unnest(blobs)} as failed (service_id, storage_key)
    where b.service_id = failed.service_id and b.storage_key = failed.storage_key
  `.execute(db);
}

function unnest(blobs: readonly Blob[]): RawBuilder<unknown> {
  return sql`unnest(
    ${blobs.map((one) => one.serviceId)}::integer[], ${blobs.map((one) => one.storageKey)}::text[]
  )`;
}
