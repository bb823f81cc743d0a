import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { listUserWindow } from '../../db/queries/access/user-lists.ts';
import { listUsersByIds, lockUser } from '../../db/queries/access/users.ts';
import type { ServiceUser } from '../../domain/access/service-user.ts';
import { decodeDatabaseId } from '../../domain/shared/global-id.ts';
import { AppError } from '../../errors.ts';
import type { UserLookup } from './inputs.ts';

const FIRST_ROW = { first: 1, last: null, after: null, before: null };

/** Returns the user that a lookup identifies, disabled or not; undefined when the service has none. */
export async function findUser(
  ctx: RequestContext,
  lookup: UserLookup,
): Promise<ServiceUser | undefined> {
  const { serviceId } = requireScope(ctx.caller, 'user:manage');
  const key = toUserKey(lookup);
  if (!('email' in key))
    return key.id === undefined ? undefined : await ctx.loaders.user.load(key.id);
  const [user] = await listUserWindow(ctx.db, { serviceId, filter: key }, FIRST_ROW);
  return user?.node;
}

/** Locks a user until the end of the transaction and returns it. Throws AppError `user_not_found`. */
export async function lockUserByLookup(
  tx: RequestContext,
  lookup: UserLookup,
): Promise<ServiceUser> {
  const { serviceId } = requireScope(tx.caller, 'user:manage');
  const key = toUserKey(lookup);
  if ('email' in key) return (await lockUser(tx.db, serviceId, key)) ?? throwUserNotFound();
  const { id } = key;
  return (
    (id === undefined ? undefined : await lockUser(tx.db, serviceId, { id })) ?? throwUserNotFound()
  );
}

/**
 * Returns the current row of a user, bypassing the loaders, which cache earlier reads. Users are never deleted, so a
 * missing user is an internal error.
 */
export async function readCurrentUser(tx: RequestContext, id: number): Promise<ServiceUser> {
  const { serviceId } = requireScope(tx.caller, 'user:manage');
  const [user] = await listUsersByIds(tx.db, serviceId, [id]);
  if (user === undefined) throw new Error('A user is missing, although users are never deleted.');
  return user;
}

/** Returns the lookup with the internal id; undefined for the global id of another type. */
function toUserKey({ id, databaseId, email }: UserLookup): { email: string } | { id?: number } {
  if (email !== null && email !== undefined) return { email };
  const userId = databaseId ?? decodeDatabaseId(id ?? '', 'User');
  return userId === undefined ? {} : { id: userId };
}

function throwUserNotFound(): never {
  throw new AppError('user_not_found', 'The service has no such user.');
}
