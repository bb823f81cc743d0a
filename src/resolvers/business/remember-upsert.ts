import { z } from 'zod';
import type { Ctx } from '../../context.ts';
import type { JsonObject } from '../../db/tables.ts';
import { groupChanges, type ParticipantChanges } from '../../domain/upsert-participants.ts';
import { AppError } from '../../errors.ts';
import { getReceipt } from '../receipts/receipt-chain.ts';
import type { Upsert } from './upsert-business.ts';
import type { UpsertBusinessInput } from './write-inputs.ts';

type Sent = UpsertBusinessInput['participants'];

/** Places in the input; whoever has none is unchanged. */
const changesSchema = z.object({ created: z.array(z.number()), updated: z.array(z.number()) });

const outcomeSchema = z.object({
  businessId: z.number(),
  created: z.boolean(),
  // Both absent from what was remembered before there were any.
  changes: changesSchema.optional(),
  receiptId: z.number().nullish(),
});

/** What an idempotency record keeps of an upsert. */
export function rememberUpsert(sent: Sent, done: Upsert): JsonObject {
  const places = new Map(sent.map((one, place) => [one.externalPersonId, place]));
  const placesOf = (persons: readonly number[]) => persons.flatMap((one) => places.get(one) ?? []);
  return {
    businessId: done.business.id,
    created: done.created,
    changes: { created: placesOf(done.changes.created), updated: placesOf(done.changes.updated) },
    receiptId: done.receipt?.id ?? null,
  };
}

/** The first outcome with the business as it is now; throws AppError `business_not_found` where it is gone. */
export async function recallUpsert(tx: Ctx, sent: Sent, outcome: unknown): Promise<Upsert> {
  const { businessId, created, changes, receiptId } = outcomeSchema.parse(outcome);
  const business = await tx.loaders.business.load(businessId);
  if (business === undefined)
    throw new AppError('business_not_found', 'The business of this request was deleted since.');
  const receipt = receiptId ? await getReceipt(tx, receiptId) : null;
  return { business, created, changes: recallChanges(sent, changes), receipt };
}

function recallChanges(
  sent: Sent,
  kept: z.infer<typeof changesSchema> | undefined,
): ParticipantChanges {
  const created = new Set(kept?.created);
  const updated = new Set(kept?.updated);
  const changes = sent.map((_, place) => {
    if (created.has(place)) return 'created';
    return updated.has(place) ? 'updated' : 'unchanged';
  });
  return groupChanges(sent, changes);
}
