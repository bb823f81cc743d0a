import { sql } from 'kysely';
import type { ServiceUser, UserNames, UserState } from '../../../domain/access/service-user.ts';
import type { Db } from '../../client.ts';

export type UserByEmail = { serviceId: number; email: string };

/** Returns the id of the enabled user of the service with the e-mail, regardless of case; undefined for none. */
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

/** Returns the user of the service with the e-mail, enabled or disabled, regardless of case; undefined for none. */
export async function findUserByEmail(
  db: Db,
  by: UserByEmail,
): Promise<(UserNames & { id: number }) | undefined> {
  return await db
    .selectFrom('users')
    .select([
      'id',
      'given_name as givenName',
      'paternal_surname as paternalSurname',
      'maternal_surname as maternalSurname',
    ])
    .where('service_id', '=', by.serviceId)
    .where(sql`lower(email)`, '=', sql`lower(${by.email})`)
    .executeTakeFirst();
}

export type NewUser = UserByEmail & UserNames & { id: number };

/** Inserts a user; fails with a unique violation when the service has a user with that e-mail. */
export async function insertUser(db: Db, user: NewUser): Promise<void> {
  await db
    .insertInto('users')
    .values({
      service_id: user.serviceId,
      id: user.id,
      email: user.email,
      given_name: user.givenName,
      paternal_surname: user.paternalSurname,
      maternal_surname: user.maternalSurname,
    })
    .execute();
}

export async function updateUserNames(
  db: Db,
  key: { serviceId: number; id: number },
  names: UserNames,
): Promise<void> {
  await db
    .updateTable('users')
    .set((eb) => ({
      given_name: names.givenName,
      paternal_surname: names.paternalSurname,
      maternal_surname: names.maternalSurname,
      updated_at: eb.fn('now'),
    }))
    .where('service_id', '=', key.serviceId)
    .where('id', '=', key.id)
    .execute();
}

/** Columns of a user. */
export const USER_COLUMNS = [
  'id',
  'email',
  'given_name as givenName',
  'paternal_surname as paternalSurname',
  'maternal_surname as maternalSurname',
  'created_at as createdAt',
  'disabled_at as disabledAt',
] as const;

/** Returns the users with these ids, in order of id. */
export async function listUsersByIds(
  db: Db,
  serviceId: number,
  ids: readonly number[],
): Promise<ServiceUser[]> {
  return await db
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where('service_id', '=', serviceId)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .orderBy('id')
    .execute();
}

/** Returns a user, locked until the transaction ends; undefined when the service has none with that id or e-mail. */
export async function lockUser(
  db: Db,
  serviceId: number,
  key: { id: number } | { email: string },
): Promise<ServiceUser | undefined> {
  const users = db.selectFrom('users').select(USER_COLUMNS).where('service_id', '=', serviceId);
  const selection =
    'id' in key
      ? users.where('id', '=', key.id)
      : users.where(sql`lower(email)`, '=', sql`lower(${key.email})`);
  return await selection.forNoKeyUpdate().executeTakeFirst();
}

/** Returns the users of the service with ids above `afterId`, at most `limit`, in order of id. */
export async function listUsers(
  db: Db,
  { serviceId, afterId, limit }: { serviceId: number; afterId: number; limit: number },
): Promise<ServiceUser[]> {
  return await db
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where('service_id', '=', serviceId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Sets the state of a user; returns false when the user has it already, so that the time of disabling is kept. */
export async function setUserState(
  db: Db,
  { serviceId, id }: { serviceId: number; id: number },
  state: UserState,
): Promise<boolean> {
  const result = await db
    .updateTable('users')
    .set((eb) => ({
      disabled_at: state === 'disabled' ? eb.fn<Date>('now') : null,
      updated_at: eb.fn('now'),
    }))
    .where('service_id', '=', serviceId)
    .where('id', '=', id)
    .where('disabled_at', state === 'disabled' ? 'is' : 'is not', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
