import type { Db } from '../../db/client.ts';
import { insertAuditEvent } from '../../db/queries/records/audit-events.ts';
import { disableEndpoint, type EndpointKey } from '../../db/queries/webhooks/endpoints.ts';
import type { WebhookDisabledReason } from '../../domain/events/webhook.ts';

/** Disables an endpoint for a reason that the gateway detected, and records an audit event. */
export async function disableAutomatically(
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
