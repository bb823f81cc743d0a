import type { Db } from '../client.ts';

export type ServiceSummary = { name: string; createdAt: Date; liveKeyCount: number };

const SERVICES_LISTED_MAX = 10_000;

export async function findServiceId(db: Db, name: string): Promise<number | undefined> {
  const service = await db
    .selectFrom('services')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirst();
  return service?.id;
}

/**
 * The same, held until the transaction ends: one change of the service's keys at a time.
 * The lock lets through the foreign key checks of the service's own writes.
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

/** Returns the new service's id, or undefined where the name is taken. */
export async function insertService(db: Db, name: string): Promise<number | undefined> {
  const service = await db
    .insertInto('services')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
  return service?.id;
}

/** All services by name. */
export async function listServiceSummaries(db: Db): Promise<ServiceSummary[]> {
  return await db
    .selectFrom('services')
    .leftJoin('api_keys', (join) =>
      join.onRef('api_keys.service_id', '=', 'services.id').on('api_keys.revoked_at', 'is', null),
    )
    .select((row) => [
      'services.name',
      'services.created_at as createdAt',
      row.fn.count<number>('api_keys.id').as('liveKeyCount'),
    ])
    .groupBy('services.id')
    .orderBy('services.name')
    .limit(SERVICES_LISTED_MAX)
    .execute();
}
