import type { IdempotentResult } from '../../resolvers/common/run-once.ts';
import { webhookEndpointInput } from '../../resolvers/webhooks/inputs.ts';
import {
  type RemovedEndpoint,
  removeWebhookEndpoint,
} from '../../resolvers/webhooks/remove-endpoint.ts';
import {
  type DisabledEndpoint,
  disableWebhookEndpoint,
  type EnabledEndpoint,
  enableWebhookEndpoint,
} from '../../resolvers/webhooks/set-endpoint-state.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { REPLAYED } from '../base/lookups.ts';
import { WebhookEndpointType } from './endpoint.ts';
import { CHANGE_ERRORS, defineEndpointInput } from './endpoint-input.ts';

const EnableWebhookEndpointPayload = builder
  .objectRef<IdempotentResult<EnabledEndpoint>>('EnableWebhookEndpointPayload')
  .implement({
    description: 'Payload of enableWebhookEndpoint.',
    fields: (t) => ({
      endpoint: t.expose('endpoint', {
        type: WebhookEndpointType,
        description: 'Current state of the endpoint.',
      }),
      missedEvents: t.expose('missedEvents', {
        type: 'SafeInt',
        description:
          'Number of events of the service, of all types, that reached the storage limit of 7 days and were deleted before the endpoint could receive them. 0 for an endpoint that was not disabled.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('enableWebhookEndpoint', (t) =>
  t.field({
    type: EnableWebhookEndpointPayload,
    description:
      'Enables a webhook endpoint. Delivery resumes with the first stored event that was not delivered. Has no effect on an endpoint that is already enabled. Requires scope `webhook:manage`.',
    errors: { types: CHANGE_ERRORS },
    args: {
      input: t.arg({
        type: defineEndpointInput('EnableWebhookEndpointInput'),
        required: true,
        description: 'Endpoint to enable.',
        validate: { schema: createChecks(webhookEndpointInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await enableWebhookEndpoint(ctx, input),
  }),
);

const DisableWebhookEndpointPayload = builder
  .objectRef<IdempotentResult<DisabledEndpoint>>('DisableWebhookEndpointPayload')
  .implement({
    description: 'Payload of disableWebhookEndpoint.',
    fields: (t) => ({
      endpoint: t.expose('endpoint', {
        type: WebhookEndpointType,
        description: 'Current state of the endpoint.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('disableWebhookEndpoint', (t) =>
  t.field({
    type: DisableWebhookEndpointPayload,
    description:
      'Disables a webhook endpoint: no message is sent until the endpoint is enabled again. Events that happen in the meantime are stored for 7 days. Requires scope `webhook:manage`.',
    errors: { types: CHANGE_ERRORS },
    args: {
      input: t.arg({
        type: defineEndpointInput('DisableWebhookEndpointInput'),
        required: true,
        description: 'Endpoint to disable.',
        validate: { schema: createChecks(webhookEndpointInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await disableWebhookEndpoint(ctx, input),
  }),
);

const RemoveWebhookEndpointPayload = builder
  .objectRef<IdempotentResult<RemovedEndpoint>>('RemoveWebhookEndpointPayload')
  .implement({
    description: 'Payload of removeWebhookEndpoint.',
    fields: (t) => ({
      endpointId: t.expose('endpointId', {
        type: 'SafeInt',
        description: '`databaseId` of the deleted endpoint.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('removeWebhookEndpoint', (t) =>
  t.field({
    type: RemoveWebhookEndpointPayload,
    description:
      'Deletes a webhook endpoint with its secrets and its deliveries. Requires scope `webhook:manage`.',
    errors: { types: CHANGE_ERRORS },
    args: {
      input: t.arg({
        type: defineEndpointInput('RemoveWebhookEndpointInput'),
        required: true,
        description: 'Endpoint to delete.',
        validate: { schema: createChecks(webhookEndpointInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await removeWebhookEndpoint(ctx, input),
  }),
);
