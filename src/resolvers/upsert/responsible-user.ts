import { z } from 'zod';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import type { Business, ResponsibleUser } from '../../domain/business/business.ts';
import type { BusinessPosition } from '../../domain/business/business-list.ts';
import { type Connection, toConnection } from '../../domain/shared/page.ts';
import { businessPageBounds } from '../business/list-businesses.ts';
import { createCursorCodec } from '../common/cursor.ts';
import { type PageInput, toWindow } from '../common/paging.ts';

/** Number up to which businesses are counted. */
const COUNT_MAX = 10_000;
const positionSchema = z.tuple([z.string(), z.number()]);

/**
 * Returns a user by internal id; undefined when the service has no such user, or the user is responsible for no
 * business.
 */
export async function findResponsibleUser(
  ctx: RequestContext,
  id: number,
): Promise<ResponsibleUser | undefined> {
  requireScope(ctx.caller, 'business:read');
  return await ctx.loaders.responsibleUser.load(id);
}

/**
 * Lists the businesses that a user is responsible for, newest first. The same page of several users is read in one
 * statement.
 */
export async function listBusinessesOfUser(
  ctx: RequestContext,
  userId: number,
  input: PageInput,
): Promise<Connection<Business>> {
  requireScope(ctx.caller, 'business:read');
  const name = `businesses of the user ${userId}`;
  const codec = createCursorCodec<BusinessPosition>(ctx, { name, positionSchema });
  const window = toWindow(input, businessPageBounds(ctx), () => codec);
  const rows = await ctx.loaders.businessesOfUser.load(userId, window);
  return toConnection(rows, window, codec.encode);
}

/** Counts the businesses that the user is responsible for, up to 10,000. */
export async function countBusinessesOfUser(ctx: RequestContext, userId: number): Promise<number> {
  requireScope(ctx.caller, 'business:read');
  return await ctx.loaders.businessCountOfUser.load(userId, COUNT_MAX);
}
