import type { Db } from '../../db/client.ts';
import { lockBusinesses } from '../../db/queries/business/businesses.ts';
import {
  listScreenable,
  type ScreenableParticipant,
} from '../../db/queries/screening/screenable.ts';

/**
 * Holds the businesses of participants until the transaction ends, and answers who of them is there and still as it was
 * compared: nothing may be raised of a name that is not theirs any more. Whoever was changed waits in the queue again.
 */
export async function holdUnchanged(
  tx: Db,
  serviceId: number,
  participants: readonly ScreenableParticipant[],
): Promise<(participant: ScreenableParticipant) => boolean> {
  if (participants.length === 0) return () => false;
  await lockBusinesses(tx, serviceId, [...new Set(participants.map((one) => one.businessId))]);
  const ids = participants.map(({ id }) => id);
  const now = new Map((await listScreenable(tx, serviceId, ids)).map((one) => [one.id, one]));
  return (participant) => JSON.stringify(now.get(participant.id)) === JSON.stringify(participant);
}
