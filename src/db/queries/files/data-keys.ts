import { sql } from 'kysely';
import type { Db } from '../../client.ts';

/** Data key that encrypts the files of a business, or those without a business; wrapped by a master key. */
export type DataKeyRow = { id: number; masterKeyId: string; wrappedKey: Buffer };
export type DataKeyOwner = { serviceId: number; businessId: number | null };

export async function findDataKey(db: Db, owner: DataKeyOwner): Promise<DataKeyRow | undefined> {
  const { serviceId, businessId } = owner;
  return await db
    .selectFrom('data_keys')
    .select(['id', 'master_key_id as masterKeyId', 'wrapped_key as wrappedKey'])
    .where('service_id', '=', serviceId)
    .where('business_id', businessId === null ? 'is' : '=', businessId)
    .executeTakeFirst();
}

/**
 * Returns the data keys of businesses; the id 0, which no business has, requests the key of files without a business.
 */
export async function listDataKeys(
  db: Db,
  serviceId: number,
  businessIds: readonly number[],
): Promise<OwnedDataKey[]> {
  return await selectDataKeys(db)
    .where('service_id', '=', serviceId)
    .where((eb) =>
      eb.or([
        eb('business_id', '=', eb.fn.any(eb.val(businessIds))),
        eb.and([eb('business_id', 'is', null), eb.val(businessIds.includes(0))]),
      ]),
    )
    .orderBy('id')
    .execute();
}

/** Stores a data key; of concurrent inserts, the first is kept. */
export async function insertDataKey(
  db: Db,
  { serviceId, businessId }: DataKeyOwner,
  { masterKeyId, wrappedKey }: Omit<DataKeyRow, 'id'>,
): Promise<void> {
  await db
    .insertInto('data_keys')
    .values({
      service_id: serviceId,
      business_id: businessId,
      master_key_id: masterKeyId,
      wrapped_key: wrappedKey,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Locks the table as an insert does, before the data key is wrapped: `waitForNewDataKeys` then waits for this
 * transaction.
 */
export async function lockDataKeysForInsert(db: Db): Promise<void> {
  await sql`lock table data_keys in row exclusive mode`.execute(db);
}

/**
 * Waits for every transaction that has called `lockDataKeysForInsert`. Later calls wait for the end of this
 * transaction.
 */
export async function waitForNewDataKeys(db: Db): Promise<void> {
  await sql`lock table data_keys in share mode`.execute(db);
}

export type OwnedDataKey = DataKeyRow & DataKeyOwner;

/** Returns the services with data keys that another master key wraps. */
export async function listServicesToRewrap(db: Db, masterKeyId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('data_keys')
    .select('service_id as serviceId')
    .where('master_key_id', '!=', masterKeyId)
    .groupBy('service_id')
    .orderBy('service_id')
    .execute();
  return rows.map((row) => row.serviceId);
}

/** Locks up to `max` data keys of the service that another master key wraps, until the transaction ends. */
export async function lockKeysToRewrap(
  db: Db,
  { serviceId, masterKeyId }: { serviceId: number; masterKeyId: string },
  max: number,
): Promise<OwnedDataKey[]> {
  return await selectDataKeys(db)
    .where('service_id', '=', serviceId)
    .where('master_key_id', '!=', masterKeyId)
    .orderBy('id')
    .limit(max)
    .forUpdate()
    .execute();
}

/** Stores data keys that were wrapped by another master key, in one statement. */
export async function updateWrappedKeys(
  db: Db,
  serviceId: number,
  keys: readonly DataKeyRow[],
): Promise<void> {
  await sql`
    update data_keys k set master_key_id = rewrapped.master_key_id, wrapped_key = rewrapped.wrapped_key
    from unnest(
      ${keys.map((key) => key.id)}::bigint[], ${keys.map((key) => key.masterKeyId)}::text[],
      ${keys.map((key) => key.wrappedKey)}::bytea[]
    ) as rewrapped (id, master_key_id, wrapped_key)
    where k.service_id = ${serviceId} and k.id = rewrapped.id
  `.execute(db);
}

/** Counts the data keys of all services by master key. */
export async function countWrappedKeys(db: Db): Promise<{ masterKeyId: string; count: number }[]> {
  return await db
    .selectFrom('data_keys')
    .select((eb) => ['master_key_id as masterKeyId', eb.fn.countAll<number>().as('count')])
    .groupBy('master_key_id')
    .orderBy('master_key_id')
    .execute();
}

function selectDataKeys(db: Db) {
  return db
    .selectFrom('data_keys')
    .select([
      'service_id as serviceId',
      'business_id as businessId',
      'id',
      'master_key_id as masterKeyId',
      'wrapped_key as wrappedKey',
    ]);
}
