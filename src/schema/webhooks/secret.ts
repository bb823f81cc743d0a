import type { IdempotentResult } from '../../resolvers/common/run-once.ts';
import {
  addWebhookEndpoint,
  type EndpointWithSecret,
} from '../../resolvers/webhooks/add-endpoint.ts';
import {
  addWebhookEndpointInput,
  rotateWebhookSecretInput,
} from '../../resolvers/webhooks/inputs.ts';
import { rotateWebhookSecret } from '../../resolvers/webhooks/rotate-secret.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import {
  FilesUnavailableError,
  IdempotencyError,
  InputValidationError,
  NotAuthorizedError,
  WebhookNotFoundError,
} from '../base/errors.ts';
import { IDEMPOTENCY_KEY, REPLAYED } from '../base/lookups.ts';
import { BusinessEventTypeEnum } from '../events/event-types.ts';
import { WebhookEndpointType } from './endpoint.ts';

const SECRET =
  'Secret for verifying the signatures of messages: `whsec_` followed by base64. Returned once: null when `replayed` is true.';

const AddWebhookEndpointInput = builder.inputType('AddWebhookEndpointInput', {
  description: 'Webhook endpoint to create.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    url: t.string({
      required: true,
      description:
        'URL that messages are posted to. It requires https, a port that the operator allows (443 by default) and a public address. It contains no user, password or fragment.',
    }),
    eventTypes: t.field({
      type: [BusinessEventTypeEnum],
      required: true,
      description: 'Types of the events to send to the endpoint: at least one, without duplicates.',
    }),
  }),
});

const AddWebhookEndpointPayload = builder
  .objectRef<IdempotentResult<EndpointWithSecret>>('AddWebhookEndpointPayload')
  .implement({
    description: 'Payload of addWebhookEndpoint.',
    fields: (t) => ({
      endpoint: t.expose('endpoint', {
        type: WebhookEndpointType,
        description: 'Current state of the endpoint.',
      }),
      secret: t.exposeString('secret', { nullable: true, description: SECRET }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('addWebhookEndpoint', (t) =>
  t.field({
    type: AddWebhookEndpointPayload,
    description:
      'Creates a webhook endpoint, which receives the events that happen from now on. A service has at most 10 endpoints. A repeated request fails with WebhookNotFoundError when its endpoint was deleted. Requires scope `webhook:manage`.',
    errors: {
      types: [
        InputValidationError,
        FilesUnavailableError,
        // Thrown for a replayed request whose endpoint was removed since.
        WebhookNotFoundError,
        IdempotencyError,
        NotAuthorizedError,
      ],
    },
    args: {
      input: t.arg({
        type: AddWebhookEndpointInput,
        required: true,
        description: 'Webhook endpoint to create.',
        validate: { schema: createChecks(addWebhookEndpointInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await addWebhookEndpoint(ctx, input),
  }),
);

const RotateWebhookSecretInput = builder.inputType('RotateWebhookSecretInput', {
  description: 'Webhook endpoint whose secret is replaced.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    endpointId: t.field({
      type: 'SafeInt',
      required: true,
      description: '`databaseId` of the endpoint.',
    }),
    overlapHours: t.int({
      description:
        'Hours during which messages are also signed with the previous secret, from 0 to 168. Defaults to 24.',
    }),
  }),
});

const RotateWebhookSecretPayload = builder
  .objectRef<IdempotentResult<EndpointWithSecret>>('RotateWebhookSecretPayload')
  .implement({
    description: 'Payload of rotateWebhookSecret.',
    fields: (t) => ({
      endpoint: t.expose('endpoint', {
        type: WebhookEndpointType,
        description: 'Current state of the endpoint.',
      }),
      secret: t.exposeString('secret', { nullable: true, description: SECRET }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('rotateWebhookSecret', (t) =>
  t.field({
    type: RotateWebhookSecretPayload,
    description:
      'Replaces the secret of a webhook endpoint. For `overlapHours`, messages are signed with the old and the new secret, so that receivers can switch without losing a message. Requires scope `webhook:manage`.',
    errors: {
      types: [
        WebhookNotFoundError,
        InputValidationError,
        FilesUnavailableError,
        IdempotencyError,
        NotAuthorizedError,
      ],
    },
    args: {
      input: t.arg({
        type: RotateWebhookSecretInput,
        required: true,
        description: 'Webhook endpoint whose secret is replaced.',
        validate: { schema: createChecks(rotateWebhookSecretInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await rotateWebhookSecret(ctx, input),
  }),
);
