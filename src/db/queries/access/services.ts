import { sql } from 'kysely';
import type { Db } from '../../client.ts';

export type ServiceSummary = { id: number; name: string; createdAt: Date; trustedOnly: boolean };

/** Maximum number of listed services, which bounds the response. */
const SERVICES_LISTED_MAX = 10_000;

export async function findServiceId(db: Db, name: string): Promise<number | undefined> {
  const service = await db
    .selectFrom('services')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirst();
  return service?.id;
}

/** Returns the ids of all services, for operator commands. */
export async function listServiceIds(db: Db): Promise<number[]> {
  const services = await db.selectFrom('services').select('id').orderBy('id').execute();
  return services.map(({ id }) => id);
}

/** Bounds the array that one statement compares; the number of a page of ids is far below it. */
const NAMED_MAX = 1_000;

/** Returns the names of services, in order of id; ids after the first NAMED_MAX are ignored. */
export async function listServiceNames(
  db: Db,
  ids: readonly number[],
): Promise<{ id: number; name: string }[]> {
  return await db
    .selectFrom('services')
    .select(['id', 'name'])
    .where('id', '=', sql<number>`any(${ids.slice(0, NAMED_MAX)}::integer[])`)
    .orderBy('id')
    .limit(NAMED_MAX)
    .execute();
}

/**
 * Returns the id of a service, locked until the transaction ends, so that changes of its keys run one at a time;
 * undefined when it does not exist. The lock does not block foreign key checks of other writes of the service.
 */
export async function lockServiceId(db: Db, name: string): Promise<number | undefined> {
  const service = await db
    .selectFrom('services')
    .select('id')
    .where('name', '=', name)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return service?.id;
}

/** Inserts a service; returns its id, or undefined when the name is taken. */
export async function insertService(db: Db, name: string): Promise<number | undefined> {
  const service = await db
    .insertInto('services')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
  return service?.id;
}

/** Sets `trustedOnly`: the service accepts only trusted documents. Returns false when it had that value already. */
export async function setTrustedOnly(
  db: Db,
  { serviceId, trustedOnly }: { serviceId: number; trustedOnly: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('services')
    .set({ trusted_only: trustedOnly })
    .where('id', '=', serviceId)
    .where('trusted_only', '!=', trustedOnly)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Invalidates the caches of the service's trusted documents in every process. */
export async function renewDocumentsVersion(db: Db, serviceId: number): Promise<void> {
  await db
    .updateTable('services')
    .set((row) => ({ documents_version: row('documents_version', '+', 1) }))
    .where('id', '=', serviceId)
    .execute();
}

/** Returns all services, in order of name, at most SERVICES_LISTED_MAX. */
export async function listServiceSummaries(db: Db): Promise<ServiceSummary[]> {
  return await db
    .selectFrom('services')
    .select(['id', 'name', 'created_at as createdAt', 'trusted_only as trustedOnly'])
    .orderBy('name')
    .limit(SERVICES_LISTED_MAX)
    .execute();
}
