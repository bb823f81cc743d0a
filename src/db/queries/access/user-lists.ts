import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ServiceUser, UserFilter } from '../../../domain/access/service-user.ts';
import { getReadPlan, type PositionedRow, type Window } from '../../../domain/shared/page.ts';
import type { Db } from '../../client.ts';
import { USER_COLUMNS } from './users.ts';

export type UserListing = { serviceId: number; filter: UserFilter };

/** Returns the users of a window, in order of id, at most the limit of `getReadPlan`. */
export async function listUserWindow(
  db: Db,
  { serviceId, filter }: UserListing,
  window: Window<number>,
): Promise<PositionedRow<ServiceUser, number>[]> {
  const { from, limit } = getReadPlan(window);
  const { after, before } = window;
  const rows = await db
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where('service_id', '=', serviceId)
    .where((eb) => eb.and(toConditions(filter)))
    .$if(after !== null, (query) => query.where('id', '>', after))
    .$if(before !== null, (query) => query.where('id', '<', before))
    .orderBy('id', from === 'start' ? 'asc' : 'desc')
    .limit(limit)
    .execute();
  const listed = rows.map((node) => ({ node, position: node.id }));
  return from === 'start' ? listed : listed.toReversed();
}

/** Counts matching users, up to `max`. */
export async function countUsers(
  db: Db,
  { serviceId, filter }: UserListing,
  max: number,
): Promise<number> {
  const selection = db
    .selectFrom('users')
    .select('id')
    .where('service_id', '=', serviceId)
    .where((eb) => eb.and(toConditions(filter)))
    .orderBy('id')
    .limit(max);
  const { count } = await db
    .selectFrom(selection.as('matching_users'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function toConditions({ isDisabled, email }: UserFilter): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = [];
  if (isDisabled === true) conditions.push(sql`disabled_at is not null`);
  if (isDisabled === false) conditions.push(sql`disabled_at is null`);
  if (email !== null && email !== undefined) conditions.push(sql`lower(email) = lower(${email})`);
  return conditions;
}
