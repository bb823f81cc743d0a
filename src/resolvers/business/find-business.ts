import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { type BusinessKey, listBusinessesByKey } from '../../db/queries/business/businesses.ts';
import type { Business } from '../../domain/business/business.ts';
import { decodeDatabaseId } from '../../domain/shared/global-id.ts';
import { AppError } from '../../errors.ts';
import type { BusinessLookup } from './inputs.ts';

/**
 * Returns the business that the argument `by` identifies; undefined when there is none. Throws AppError `invalid_input`
 * for a code that several businesses have.
 */
export async function findBusiness(
  ctx: RequestContext,
  lookup: BusinessLookup,
): Promise<Business | undefined> {
  requireScope(ctx.caller, 'business:read');
  const key = toBusinessKey(lookup);
  if (key === undefined) return undefined;
  return 'id' in key ? await ctx.loaders.business.load(key.id) : await findByKey(ctx, key, 'by');
}

/** Returns the business with an internal id. Throws AppError `business_not_found` when the service has none. */
export async function getBusiness(ctx: RequestContext, id: number): Promise<Business> {
  const business = await findBusiness(ctx, { databaseId: id });
  if (business !== undefined) return business;
  throw new AppError('business_not_found', 'The service has no such business.');
}

/**
 * Returns the internal id of the business that a lookup, an input member `business`, refers to. Undefined when no
 * business has the external id or the code. The existence of an internal id is not checked. Throws AppError
 * `invalid_input` for a code that several businesses have.
 */
export async function findBusinessId(
  ctx: RequestContext,
  lookup: BusinessLookup,
): Promise<number | undefined> {
  const key = toBusinessKey(lookup);
  if (key === undefined) return undefined;
  return 'id' in key ? key.id : (await findByKey(ctx, key, 'business'))?.id;
}

/** Returns the key of a lookup, with a global id decoded; undefined for the global id of another type. */
export function toBusinessKey(lookup: BusinessLookup): BusinessKey | undefined {
  if (lookup.databaseId) return { id: lookup.databaseId };
  if (lookup.externalId) return { externalId: lookup.externalId };
  if (typeof lookup.code === 'string') return { code: lookup.code };
  const id = decodeDatabaseId(lookup.id ?? '', 'Business');
  return id === undefined ? undefined : { id };
}

/**
 * Returns the business with a key; undefined when there is none. `argument` is the argument that contains the lookup,
 * for the error.
 */
async function findByKey(
  ctx: RequestContext,
  key: BusinessKey,
  argument: 'by' | 'business',
): Promise<Business | undefined> {
  const [business, secondBusiness] = await listBusinessesByKey(ctx.db, ctx.caller.serviceId, key);
  if (secondBusiness === undefined) return business;
  const message = 'Several businesses have this code';
  throw new AppError('invalid_input', `${message}.`, {
    issues: [{ path: [argument, 'code'], code: 'ambiguous', message }],
  });
}
