import { z } from 'zod';
import type { RequestContext } from '../../context.ts';
import type { JsonObject } from '../../db/tables.ts';
import {
  groupChanges,
  type ParticipantChanges,
} from '../../domain/business/upsert-participants.ts';
import { getStoredReceipt } from '../receipts/receipt-chain.ts';
import type { UpsertBusinessInput } from './write-inputs.ts';
import type { UpsertResult } from './write-upsert.ts';

type Sent = UpsertBusinessInput['participants'];

/** Positions of participants in the input; those in neither list did not change. */
const changesSchema = z.object({ created: z.array(z.number()), updated: z.array(z.number()) });

const outcomeSchema = z.object({
  businessId: z.number(),
  created: z.boolean(),
  // Outcomes that an earlier release stored have neither.
  changes: changesSchema.optional(),
  receiptId: z.number().nullish(),
});

/** Returns the data of an upsert that is stored with its idempotency key. */
export function toUpsertOutcome(sent: Sent, result: UpsertResult): JsonObject {
  const positions = new Map(
    sent.map((participant, position) => [participant.externalPersonId, position]),
  );
  const listPositions = (persons: readonly number[]) =>
    persons.flatMap((person) => positions.get(person) ?? []);
  return {
    businessId: result.businessId,
    created: result.created,
    changes: {
      created: listPositions(result.changes.created),
      updated: listPositions(result.changes.updated),
    },
    receiptId: result.receipt?.id ?? null,
  };
}

/** Returns the result of the first request. The business may have been deleted since. */
export async function replayUpsert(
  tx: RequestContext,
  sent: Sent,
  outcome: unknown,
): Promise<UpsertResult> {
  const { businessId, created, changes, receiptId } = outcomeSchema.parse(outcome);
  const receipt = receiptId ? await getStoredReceipt(tx, receiptId) : null;
  return { businessId, created, changes: toParticipantChanges(sent, changes), receipt };
}

function toParticipantChanges(
  sent: Sent,
  stored: z.infer<typeof changesSchema> | undefined,
): ParticipantChanges {
  const created = new Set(stored?.created);
  const updated = new Set(stored?.updated);
  const changes = sent.map((_, position) => {
    if (created.has(position)) return 'created';
    return updated.has(position) ? 'updated' : 'unchanged';
  });
  return groupChanges(sent, changes);
}
