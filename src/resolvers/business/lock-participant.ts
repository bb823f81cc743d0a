import type { RequestContext } from '../../context.ts';
import { lockBusiness } from '../../db/queries/business/businesses.ts';
import { listParticipantsByIds } from '../../db/queries/participants/participants.ts';
import type { Participant } from '../../domain/business/participant.ts';
import { AppError } from '../../errors.ts';
import { findParticipantId } from './find-participant.ts';
import type { ParticipantLookup } from './inputs.ts';

/**
 * Returns the current participant and locks its business until the transaction ends. Throws AppError
 * `participant_not_found`.
 */
export async function lockParticipantByLookup(
  tx: RequestContext,
  lookup: ParticipantLookup,
): Promise<Participant> {
  const id = findParticipantId(lookup);
  const seen = id === undefined ? undefined : await findNow(tx, id);
  if (seen === undefined) throw participantNotFound();
  await lockBusiness(tx.db, tx.caller.serviceId, seen.businessId);
  return await getParticipant(tx, seen.id);
}

/** Returns the current participant. Throws AppError `participant_not_found`. */
export async function getParticipant(tx: RequestContext, id: number): Promise<Participant> {
  const participant = await findNow(tx, id);
  if (participant === undefined) throw participantNotFound();
  return participant;
}

/** Reads the current row, bypassing the loaders, which cache earlier reads. */
async function findNow(tx: RequestContext, id: number): Promise<Participant | undefined> {
  const [participant] = await listParticipantsByIds(tx.db, tx.caller.serviceId, [id]);
  return participant;
}

function participantNotFound(): AppError {
  return new AppError('participant_not_found', 'The service has no such participant.');
}
