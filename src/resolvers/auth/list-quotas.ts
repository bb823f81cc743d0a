import { requireUser } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { readCounts } from '../../db/queries/records/service-counts.ts';
import { countWaitingMessages } from '../../db/queries/webhooks/deliveries.ts';
import type { QuotaUse } from '../../domain/access/quota.ts';
import { countRecords } from '../../domain/business/service-counts.ts';

/** Number up to which waiting messages are counted when there is no quota. */
const MESSAGES_MAX = 100_000;

/** Returns each quota of the caller's service with its current use, in two statements. */
export async function listQuotas({
  caller,
  db,
  quotas,
  rateLimitAccount,
}: RequestContext): Promise<QuotaUse[]> {
  const { serviceId } = requireUser(caller);
  const { fileBytes, records, webhookMessages } = quotas;
  const [counts, messages] = await Promise.all([
    readCounts(db, serviceId),
    countWaitingMessages(db, serviceId, webhookMessages ?? MESSAGES_MAX),
  ]);
  const tokens = rateLimitAccount.findAccessTokenStatus();
  return [
    { kind: 'file_bytes', used: counts.fileBytes, limit: fileBytes },
    { kind: 'records', used: countRecords(counts), limit: records },
    { kind: 'webhook_messages', used: messages, limit: webhookMessages },
    {
      kind: 'tokens',
      used: tokens === undefined ? 0 : tokens.limit - tokens.remaining,
      limit: tokens?.limit ?? null,
    },
  ];
}
