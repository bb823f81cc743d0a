import { z } from 'zod';
import { groupChanges, type ParticipantChanges } from '../../domain/upsert-participants.ts';
import type { UpsertBusinessInput } from './write-inputs.ts';

type Sent = UpsertBusinessInput['participants'];

/** What an idempotency record keeps of an upsert's changes: places in the input; whoever has none is unchanged. */
export const rememberedChangesSchema = z
  .object({ created: z.array(z.number()), updated: z.array(z.number()) })
  .optional();
type RememberedChanges = z.infer<typeof rememberedChangesSchema>;

export function rememberChanges(
  sent: Sent,
  changes: ParticipantChanges,
): NonNullable<RememberedChanges> {
  const places = new Map(sent.map((one, place) => [one.externalPersonId, place]));
  const placesOf = (persons: readonly number[]) => persons.flatMap((one) => places.get(one) ?? []);
  return { created: placesOf(changes.created), updated: placesOf(changes.updated) };
}

/** A record of an earlier version kept nothing. */
export function recallChanges(sent: Sent, kept: RememberedChanges): ParticipantChanges {
  const created = new Set(kept?.created);
  const updated = new Set(kept?.updated);
  const changes = sent.map((_, place) => {
    if (created.has(place)) return 'created';
    return updated.has(place) ? 'updated' : 'unchanged';
  });
  return groupChanges(sent, changes);
}
