import { sql } from 'kysely';
import type { Db } from '../../client.ts';

/** A key that the files of a business, or those of none, are kept with; wrapped by a master key. */
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

/** The keys of these businesses, and that of the files of none where 0, which no business has, is among them. */
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

/** Of several that are made at once, the first stays. */
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

/** From here to the end of the transaction waitForNewDataKeys waits for it; nobody else does. */
export async function announceDataKey(db: Db): Promise<void> {
  await sql`lock table data_keys in row exclusive mode`.execute(db);
}

/** Waits for every transaction that has announced a data key. Those that do later wait for this one. */
export async function waitForNewDataKeys(db: Db): Promise<void> {
  await sql`lock table data_keys in share mode`.execute(db);
}

export type OwnedDataKey = DataKeyRow & DataKeyOwner;

/** The services that have keys which other master keys wrap than this one. */
export async function listServicesOfOthers(db: Db, masterKeyId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('data_keys')
    .select('service_id as serviceId')
    .where('master_key_id', '!=', masterKeyId)
    .groupBy('service_id')
    .orderBy('service_id')
    .execute();
  return rows.map((row) => row.serviceId);
}

/** Up to `max` keys of the service that other master keys wrap than this one, held until the transaction ends. */
export async function lockKeysOfOthers(
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

/** Stores data keys of a service anew that another master key wraps now, in one statement whatever their number. */
export async function updateWrappedKeys(
  db: Db,
  serviceId: number,
  keys: readonly DataKeyRow[],
): Promise<void> {
  await sql`
    update data_keys k set master_key_id = anew.master_key_id, wrapped_key = anew.wrapped_key
    from unnest(
      ${keys.map((one) => one.id)}::bigint[], ${keys.map((one) => one.masterKeyId)}::text[],
      ${keys.map((one) => one.wrappedKey)}::bytea[]
    ) as anew (id, master_key_id, wrapped_key)
    where k.service_id = ${serviceId} and k.id = anew.id
  `.execute(db);
}

/** How many data keys each master key wraps, over all services. */
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
