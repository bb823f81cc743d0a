import type { Ctx } from '../../context.ts';
import type { Business } from '../../domain/business.ts';
import { findBusiness } from './find-business.ts';
import type { BusinessLookup } from './inputs.ts';
import { type Ahead, listParticipants } from './list-participants.ts';

/** Whether the first page of participants is asked for next, and with what. */
export type BusinessAhead = Ahead & { participants: boolean };

/** The same as `findBusiness`; where it is named by its id, what is asked for next is read at the same time. */
export async function findBusinessAhead(
  ctx: Ctx,
  lookup: BusinessLookup,
  ahead: BusinessAhead,
): Promise<Business | undefined> {
  const { databaseId: businessId } = lookup;
  if (ahead.participants && businessId) {
    // Whoever asks next gets the very same page from the loader, or the same failure.
    void listParticipants(ctx, { businessId, ahead }, {}).catch(() => undefined);
  }
  return await findBusiness(ctx, lookup);
}
