import type { Db } from '../../db/client.ts';
import { lockBusinesses } from '../../db/queries/business/businesses.ts';
import {
  listScreenable,
  type ScreenableParticipant,
} from '../../db/queries/screening/screenable.ts';

/**
 * Locks the businesses of participants until the transaction ends. Returns a function that is true for participants
 * that exist and did not change since the comparison: no match may be raised for an outdated name. Changed participants
 * are in the screening queue again.
 */
export async function lockUnchanged(
  tx: Db,
  serviceId: number,
  participants: readonly ScreenableParticipant[],
): Promise<(participant: ScreenableParticipant) => boolean> {
  if (participants.length === 0) return () => false;
  await lockBusinesses(tx, serviceId, [
    ...new Set(participants.map((participant) => participant.businessId)),
  ]);
  const ids = participants.map(({ id }) => id);
  const currentById = new Map(
    (await listScreenable(tx, serviceId, ids)).map((participant) => [participant.id, participant]),
  );
  return (participant) =>
    JSON.stringify(currentById.get(participant.id)) === JSON.stringify(participant);
}
