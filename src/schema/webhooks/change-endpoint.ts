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
import { CHANGE_ERRORS, endpointInput } from './endpoint-input.ts';

const EnableWebhookEndpointPayload = builder
  .objectRef<IdempotentResult<EnabledEndpoint>>('EnableWebhookEndpointPayload')
  .implement({
    description: 'Result of enableWebhookEndpoint.',
    fields: (t) => ({
      endpoint: t.expose('endpoint', {
        type: WebhookEndpointType,
        description: 'Current state of the endpoint.',
      }),
      missedEvents: t.expose('missedEvents', {
        type: 'SafeInt',
        description:
          'Number of events that the endpoint missed because they were deleted while it was disabled, 7 days after they happened.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('enableWebhookEndpoint', (t) =>
  t.field({
    type: EnableWebhookEndpointPayload,
    description:
      'Enables a webhook endpoint. Delivery resumes after the last delivered event. An enabled endpoint does not change. Requires scope `webhook:manage`.',
    errors: { types: CHANGE_ERRORS },
    args: {
      input: t.arg({
        type: endpointInput('EnableWebhookEndpointInput'),
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
    description: 'Result of disableWebhookEndpoint.',
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
      'Disables a webhook endpoint: nothing is sent until the endpoint is enabled. Waiting deliveries remain stored for 7 days. Requires scope `webhook:manage`.',
    errors: { types: CHANGE_ERRORS },
    args: {
      input: t.arg({
        type: endpointInput('DisableWebhookEndpointInput'),
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
    description: 'Result of removeWebhookEndpoint.',
    fields: (t) => ({
      endpointId: t.expose('endpointId', {
        type: 'SafeInt',
        description: 'Internal id of the deleted endpoint.',
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
        type: endpointInput('RemoveWebhookEndpointInput'),
        required: true,
        description: 'Endpoint to delete.',
        validate: { schema: createChecks(webhookEndpointInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await removeWebhookEndpoint(ctx, input),
  }),
);
