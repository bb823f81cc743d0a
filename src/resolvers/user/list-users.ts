import { z } from 'zod';
import { requireScope } from '../../auth/require-scope.ts';
import { type RequestContext, readLists } from '../../context.ts';
import { countUsers as count, listUserWindow } from '../../db/queries/access/user-lists.ts';
import type { ServiceUser, UserFilter } from '../../domain/access/service-user.ts';
import { type Connection, toConnection } from '../../domain/shared/page.ts';
import { createCursorCodec } from '../common/cursor.ts';
import { boundPages, toWindow } from '../common/paging.ts';
import type { ListUsersInput } from './inputs.ts';

const PAGE_SIZE_DEFAULT = 20;
const PAGE_SIZE_MAX = 100;
/** Number up to which users are counted. */
const COUNT_MAX = 10_000;

/** Default and maximum page size. */
export const USER_PAGE_BOUNDS = boundPages(PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX);

/** Lists the service's users that match the filter, by id, oldest first. */
export async function listUsers(
  ctx: RequestContext,
  input: ListUsersInput,
): Promise<Connection<ServiceUser>> {
  const { serviceId } = requireScope(ctx.caller, 'user:manage');
  const codec = createCursorCodec(ctx, { name: 'users', positionSchema: z.number() });
  const window = toWindow(input, USER_PAGE_BOUNDS, () => codec);
  const rows = await readLists(
    ctx,
    async (db) => await listUserWindow(db, { serviceId, filter: input.filter ?? {} }, window),
  );
  return toConnection(rows, window, codec.encode);
}

/** Counts the users that match the filter, up to 10,000. */
export async function countUsers(
  ctx: RequestContext,
  filter: UserFilter | null | undefined,
): Promise<number> {
  const { serviceId } = requireScope(ctx.caller, 'user:manage');
  return await readLists(
    ctx,
    async (db) => await count(db, { serviceId, filter: filter ?? {} }, COUNT_MAX),
  );
}
