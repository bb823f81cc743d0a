import { sql } from 'kysely';
import type { Db } from '../client.ts';

export type UserByEmail = { serviceId: number; email: string };

/** The id of the service's enabled user with that e-mail, in whatever case it is written. */
export async function findEnabledUserId(db: Db, by: UserByEmail): Promise<number | undefined> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('service_id', '=', by.serviceId)
    .where(sql`lower(email)`, '=', sql`lower(${by.email})`)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return user?.id;
}
