import { allocateIds } from '../../db/queries/records/id-counters.ts';
import { countWaitingMessages } from '../../db/queries/webhooks/deliveries.ts';
import { quotaExceeded } from '../../errors.ts';
import type { WebhookContext } from './webhook-context.ts';

/**
 * Reserves one more waiting message until the end of the transaction. Throws AppError `quota_exceeded` when the quota
 * is used up. Messages about events are never rejected: they stay in the event stream while an endpoint has too many.
 */
export async function reserveMessage({
  db,
  serviceId,
  messagesMax,
}: WebhookContext): Promise<void> {
  if (messagesMax === null) return;
  // Locks the counter of deliveries, so that of two requests at once the second counts the message of the first.
  await allocateIds(db, { serviceId, kind: 'webhook_delivery', count: 0 });
  const waiting = await countWaitingMessages(db, serviceId, messagesMax);
  if (waiting >= messagesMax) throw quotaExceeded('webhook_messages', messagesMax);
}
