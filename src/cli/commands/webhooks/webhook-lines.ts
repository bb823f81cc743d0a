import {
  toWebhookType,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '../../../domain/events/webhook.ts';

export function endpointToJson(endpoint: WebhookEndpoint): object {
  return {
    id: endpoint.id,
    url: endpoint.url,
    event_types: endpoint.eventTypes.map(toWebhookType),
    disabled_reason: endpoint.disabledReason,
    disabled_at: endpoint.disabledAt,
    failures: endpoint.failures,
    failing_since: endpoint.failingSince,
    earlier_secret_until: endpoint.earlierSecretUntil,
    created_at: endpoint.createdAt,
  };
}

export function endpointToText(endpoint: WebhookEndpoint): string {
  const types = endpoint.eventTypes.map(toWebhookType).join(',');
  return [endpoint.id, describeState(endpoint), endpoint.url, types].join('  ');
}

function describeState({
  disabledReason,
  disabledAt,
  failures,
  failingSince,
}: WebhookEndpoint): string {
  if (disabledReason !== null)
    return `disabled (${disabledReason}) ${disabledAt?.toISOString() ?? ''}`;
  if (failures > 0)
    return `failing since ${failingSince?.toISOString() ?? ''} (${failures} attempts)`;
  return 'enabled';
}

export function deliveryToJson(delivery: WebhookDelivery): object {
  return {
    id: delivery.id,
    message_id: delivery.messageId,
    type: delivery.type,
    state: delivery.state,
    attempts: delivery.attempts,
    last_status: delivery.lastStatus,
    last_fault: delivery.lastError,
    last_attempt_at: delivery.lastAttemptAt,
    next_attempt_at: delivery.nextAttemptAt,
    created_at: delivery.createdAt,
    settled_at: delivery.settledAt,
  };
}

export function deliveryToText(delivery: WebhookDelivery): string {
  const { id, type, state, attempts, lastStatus, lastError, nextAttemptAt, createdAt } = delivery;
  const result = [lastStatus, lastError].filter((part) => part !== null).join(' ');
  const next = nextAttemptAt === null ? '' : `next ${nextAttemptAt.toISOString()}`;
  const tried = `attempts: ${attempts}`;
  return [id, createdAt.toISOString(), type, state, tried, result, next]
    .filter((part) => part !== '')
    .join('  ');
}
