import type { RequestContext } from '../../context.ts';
import { lockBusiness } from '../../db/queries/business/businesses.ts';
import { AppError, invalidAt } from '../../errors.ts';
import { findBusinessId } from '../business/find-business.ts';
import type { BusinessLookup, ParticipantLookup } from '../business/inputs.ts';
import { lockParticipantByLookup } from '../business/lock-participant.ts';

/** Lookups of the business and the participant that own a file. */
export type FileOwnerLookups = {
  business?: BusinessLookup | null | undefined;
  participant?: ParticipantLookup | null | undefined;
};
export type FileOwner = { businessId: number | null; participantId: number | null };

/**
 * Locks the business and the participant that own a file until the end of the transaction. Throws AppError
 * `business_not_found`, `participant_not_found`, and `invalid_input` for a participant of another business.
 */
export async function lockFileOwner(
  tx: RequestContext,
  { business, participant }: FileOwnerLookups,
): Promise<FileOwner> {
  const businessId = await lockBusinessByLookup(tx, business);
  if (participant === null || participant === undefined) return { businessId, participantId: null };
  const stored = await lockParticipantByLookup(tx, participant);
  if (businessId !== null && businessId !== stored.businessId)
    throw invalidAt(['participant'], 'Must be a participant of the same business', 'contradicts');
  return { businessId: stored.businessId, participantId: stored.id };
}

async function lockBusinessByLookup(
  tx: RequestContext,
  lookup: FileOwnerLookups['business'],
): Promise<number | null> {
  if (lookup === null || lookup === undefined) return null;
  const id = await findBusinessId(tx, lookup);
  const locked = id === undefined ? undefined : await lockBusiness(tx.db, tx.caller.serviceId, id);
  if (id !== undefined && locked !== undefined) return id;
  throw new AppError('business_not_found', 'The service has no such business.');
}
