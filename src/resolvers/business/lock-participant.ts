import type { RequestContext } from '../../context.ts';
import { lockBusiness } from '../../db/queries/business/businesses.ts';
import { listParticipantsByIds } from '../../db/queries/participants/participants.ts';
import type { Participant } from '../../domain/business/participant.ts';
import { AppError } from '../../errors.ts';
import { toParticipantId } from './find-participant.ts';
import type { ParticipantLookup } from './inputs.ts';

/**
 * Locks the business of a participant until the transaction ends, and returns the participant read under the lock.
 * Throws AppError `participant_not_found` when the service has none, or it was deleted before the lock.
 */
export async function lockParticipantByLookup(
  tx: RequestContext,
  lookup: ParticipantLookup,
): Promise<Participant> {
  const id = toParticipantId(lookup);
  const participant = id === undefined ? undefined : await findUncached(tx, id);
  if (participant === undefined) throw participantNotFound();
  await lockBusiness(tx.db, tx.caller.serviceId, participant.businessId);
  return await getParticipant(tx, participant.id);
}

/** Returns the participant as it is in the database. Throws AppError `participant_not_found`. */
export async function getParticipant(tx: RequestContext, id: number): Promise<Participant> {
  const participant = await findUncached(tx, id);
  if (participant === undefined) throw participantNotFound();
  return participant;
}

/** Reads the current row, bypassing the loaders, which cache earlier reads. */
async function findUncached(tx: RequestContext, id: number): Promise<Participant | undefined> {
  const [participant] = await listParticipantsByIds(tx.db, tx.caller.serviceId, [id]);
  return participant;
}

function participantNotFound(): AppError {
  return new AppError('participant_not_found', 'The service has no such participant.');
}
