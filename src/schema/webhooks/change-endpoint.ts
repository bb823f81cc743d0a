import type { Once } from '../../resolvers/common/run-once.ts';
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
import { checksOf } from '../../validate.ts';
import { builder } from '../base/builder.ts';
import { REPLAYED } from '../base/lookups.ts';
import { WebhookEndpointType } from './endpoint.ts';
import { CHANGE_ERRORS, endpointInput } from './endpoint-input.ts';

const EnableWebhookEndpointPayload = builder
  .objectRef<Once<EnabledEndpoint>>('EnableWebhookEndpointPayload')
  .implement({
    description: 'An endpoint that is sent events.',
    fields: (t) => ({
      endpoint: t.expose('endpoint', {
        type: WebhookEndpointType,
        description: 'The endpoint as it is now. Not in v4.',
      }),
      missedEvents: t.expose('missedEvents', {
        type: 'SafeInt',
        description:
          'How many events of the service were deleted since it was disabled, 7 days after they happened; of those it is not told. Not in v4.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('enableWebhookEndpoint', (t) =>
  t.field({
    type: EnableWebhookEndpointPayload,
    description:
      'Sends an endpoint events again, from where it stopped. Of one that is enabled it changes nothing. Not in v4.',
    errors: { types: CHANGE_ERRORS },
    args: {
      input: t.arg({
        type: endpointInput('EnableWebhookEndpointInput'),
        required: true,
        description: 'Which endpoint is sent events again.',
        validate: { schema: checksOf(webhookEndpointInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await enableWebhookEndpoint(ctx, input),
  }),
);

const DisableWebhookEndpointPayload = builder
  .objectRef<Once<DisabledEndpoint>>('DisableWebhookEndpointPayload')
  .implement({
    description: 'An endpoint that is sent nothing.',
    fields: (t) => ({
      endpoint: t.expose('endpoint', {
        type: WebhookEndpointType,
        description: 'The endpoint as it is now. Not in v4.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('disableWebhookEndpoint', (t) =>
  t.field({
    type: DisableWebhookEndpointPayload,
    description: 'Sends an endpoint nothing until it is enabled. Not in v4.',
    errors: { types: CHANGE_ERRORS },
    args: {
      input: t.arg({
        type: endpointInput('DisableWebhookEndpointInput'),
        required: true,
        description: 'Which endpoint is sent nothing.',
        validate: { schema: checksOf(webhookEndpointInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await disableWebhookEndpoint(ctx, input),
  }),
);

const RemoveWebhookEndpointPayload = builder
  .objectRef<Once<RemovedEndpoint>>('RemoveWebhookEndpointPayload')
  .implement({
    description: 'An endpoint that is no more.',
    fields: (t) => ({
      endpointId: t.expose('endpointId', {
        type: 'SafeInt',
        description: 'The id that it had. Not in v4.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('removeWebhookEndpoint', (t) =>
  t.field({
    type: RemoveWebhookEndpointPayload,
    description: 'Deletes an endpoint with its secrets and its deliveries. Not in v4.',
    errors: { types: CHANGE_ERRORS },
    args: {
      input: t.arg({
        type: endpointInput('RemoveWebhookEndpointInput'),
        required: true,
        description: 'Which endpoint is deleted.',
        validate: { schema: checksOf(webhookEndpointInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await removeWebhookEndpoint(ctx, input),
  }),
);
