import type { Db } from '../../db/client.ts';
import { insertAuditEvent } from '../../db/queries/records/audit-events.ts';
import { disableEndpoint, type EndpointKey } from '../../db/queries/webhooks/endpoints.ts';
import type { WebhookDisabledReason } from '../../domain/events/webhook.ts';

/** Disables an endpoint of the gateway's own accord, and says so in the audit of its service. */
export async function switchOff(
  tx: Db,
  key: EndpointKey,
  reason: Exclude<WebhookDisabledReason, 'asked'>,
): Promise<void> {
  const { serviceId, endpointId } = key;
  if (!(await disableEndpoint(tx, key, reason))) return;
  await insertAuditEvent(tx, {
    serviceId,
    action: 'webhook_endpoint_disabled',
    userId: null,
    apiKeyId: null,
    requestId: null,
    details: { endpointId, reason },
  });
}
