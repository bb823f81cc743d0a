import type { IdempotentResult } from '../../resolvers/common/run-once.ts';
import { redeliverWebhookInput, webhookEndpointInput } from '../../resolvers/webhooks/inputs.ts';
import { type Redelivery, redeliverWebhook } from '../../resolvers/webhooks/redeliver.ts';
import { testWebhookEndpoint } from '../../resolvers/webhooks/test-endpoint.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { IDEMPOTENCY_KEY, REPLAYED } from '../base/lookups.ts';
import { WebhookDeliveryType } from './delivery.ts';
import { CHANGE_ERRORS, defineEndpointInput } from './endpoint-input.ts';

const TestWebhookEndpointPayload = builder
  .objectRef<IdempotentResult<Redelivery>>('TestWebhookEndpointPayload')
  .implement({
    description: 'Payload of testWebhookEndpoint.',
    fields: (t) => ({
      delivery: t.expose('delivery', {
        type: WebhookDeliveryType,
        description: 'Current state of the delivery.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('testWebhookEndpoint', (t) =>
  t.field({
    type: TestWebhookEndpointPayload,
    description:
      'Sends a message of type webhook.test to a webhook endpoint, whatever its event types. Fails with InputValidationError for a disabled endpoint, and with QUOTA_EXCEEDED while the service has reached its quota of waiting messages. Requires scope `webhook:manage`.',
    errors: { types: CHANGE_ERRORS },
    args: {
      input: t.arg({
        type: defineEndpointInput('TestWebhookEndpointInput'),
        required: true,
        description: 'Endpoint to test.',
        validate: { schema: createChecks(webhookEndpointInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await testWebhookEndpoint(ctx, input),
  }),
);

const RedeliverWebhookInput = builder.inputType('RedeliverWebhookInput', {
  description: 'Webhook delivery to send again.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    deliveryId: t.field({
      type: 'SafeInt',
      required: true,
      description: '`databaseId` of the delivery.',
    }),
  }),
});

const RedeliverWebhookPayload = builder
  .objectRef<IdempotentResult<Redelivery>>('RedeliverWebhookPayload')
  .implement({
    description: 'Payload of redeliverWebhook.',
    fields: (t) => ({
      delivery: t.expose('delivery', {
        type: WebhookDeliveryType,
        description: 'Current state of the delivery.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('redeliverWebhook', (t) =>
  t.field({
    type: RedeliverWebhookPayload,
    description:
      'Sends a webhook delivery again under the same message id, whatever its state. The delivery is due immediately; it still waits for earlier messages about the same business, while the endpoint is paused after failures, and while the endpoint is disabled. Fails with QUOTA_EXCEEDED for a delivered or abandoned delivery while the service has reached its quota of waiting messages. Requires scope `webhook:manage`.',
    errors: { types: CHANGE_ERRORS },
    args: {
      input: t.arg({
        type: RedeliverWebhookInput,
        required: true,
        description: 'Delivery to send again.',
        validate: { schema: createChecks(redeliverWebhookInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await redeliverWebhook(ctx, input),
  }),
);
