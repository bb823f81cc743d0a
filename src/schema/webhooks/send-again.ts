import type { Once } from '../../resolvers/common/run-once.ts';
import { redeliverWebhookInput, webhookEndpointInput } from '../../resolvers/webhooks/inputs.ts';
import { type Redelivery, redeliverWebhook } from '../../resolvers/webhooks/redeliver.ts';
import { testWebhookEndpoint } from '../../resolvers/webhooks/test-endpoint.ts';
import { checksOf } from '../../validate.ts';
import { builder } from '../base/builder.ts';
import { IDEMPOTENCY_KEY, REPLAYED } from '../base/lookups.ts';
import { WebhookDeliveryType } from './delivery.ts';
import { CHANGE_ERRORS, endpointInput } from './endpoint-input.ts';

const TestWebhookEndpointPayload = builder
  .objectRef<Once<Redelivery>>('TestWebhookEndpointPayload')
  .implement({
    description: 'A message that is on its way.',
    fields: (t) => ({
      delivery: t.expose('delivery', {
        type: WebhookDeliveryType,
        description: 'The delivery as it is now. Not in v4.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('testWebhookEndpoint', (t) =>
  t.field({
    type: TestWebhookEndpointPayload,
    description:
      'Sends an endpoint a message of the type webhook.test, whatever its types; a disabled one once it is enabled. Not in v4.',
    errors: { types: CHANGE_ERRORS },
    args: {
      input: t.arg({
        type: endpointInput('TestWebhookEndpointInput'),
        required: true,
        description: 'Which endpoint is sent a message.',
        validate: { schema: checksOf(webhookEndpointInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await testWebhookEndpoint(ctx, input),
  }),
);

const RedeliverWebhookInput = builder.inputType('RedeliverWebhookInput', {
  description: 'Which delivery.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    deliveryId: t.field({
      type: 'SafeInt',
      required: true,
      description: 'Its `databaseId`. Not in v4.',
    }),
  }),
});

const RedeliverWebhookPayload = builder
  .objectRef<Once<Redelivery>>('RedeliverWebhookPayload')
  .implement({
    description: 'A delivery that is sent again.',
    fields: (t) => ({
      delivery: t.expose('delivery', {
        type: WebhookDeliveryType,
        description: 'The delivery as it is now. Not in v4.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('redeliverWebhook', (t) =>
  t.field({
    type: RedeliverWebhookPayload,
    description:
      'Sends a delivery again under the same id, whatever became of it; what waits is tried at once. Not in v4.',
    errors: { types: CHANGE_ERRORS },
    args: {
      input: t.arg({
        type: RedeliverWebhookInput,
        required: true,
        description: 'Which delivery is sent again.',
        validate: { schema: checksOf(redeliverWebhookInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await redeliverWebhook(ctx, input),
  }),
);
