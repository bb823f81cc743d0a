import type { Once } from '../../resolvers/common/run-once.ts';
import {
  addWebhookEndpoint,
  type EndpointWithSecret,
} from '../../resolvers/webhooks/add-endpoint.ts';
import {
  addWebhookEndpointInput,
  rotateWebhookSecretInput,
} from '../../resolvers/webhooks/inputs.ts';
import { rotateWebhookSecret } from '../../resolvers/webhooks/rotate-secret.ts';
import { checksOf } from '../../validate.ts';
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
  'What signatures are checked with: `whsec_` and base64. Shown this once; null where the answer is replayed. Not in v4.';

const AddWebhookEndpointInput = builder.inputType('AddWebhookEndpointInput', {
  description: 'Where to tell of what.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    url: t.string({
      required: true,
      description:
        'https, on a port that the operator allows (443), with a public address and no user, password or fragment. Not in v4.',
    }),
    eventTypes: t.field({
      type: [BusinessEventTypeEnum],
      required: true,
      description: 'What it is told of, each type once. Not in v4.',
    }),
  }),
});

const AddWebhookEndpointPayload = builder
  .objectRef<Once<EndpointWithSecret>>('AddWebhookEndpointPayload')
  .implement({
    description: 'An endpoint that is told of what happens from now on.',
    fields: (t) => ({
      endpoint: t.expose('endpoint', {
        type: WebhookEndpointType,
        description: 'The endpoint as it is now. Not in v4.',
      }),
      secret: t.exposeString('secret', { nullable: true, description: SECRET }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('addWebhookEndpoint', (t) =>
  t.field({
    type: AddWebhookEndpointPayload,
    description: 'Has the service told of events over HTTP; at most 10 endpoints. Not in v4.',
    errors: {
      types: [
        InputValidationError,
        FilesUnavailableError,
        // The answer to a request that is sent again, when its endpoint was removed since.
        WebhookNotFoundError,
        IdempotencyError,
        NotAuthorizedError,
      ],
    },
    args: {
      input: t.arg({
        type: AddWebhookEndpointInput,
        required: true,
        description: 'The endpoint as it is to be.',
        validate: { schema: checksOf(addWebhookEndpointInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await addWebhookEndpoint(ctx, input),
  }),
);

const RotateWebhookSecretInput = builder.inputType('RotateWebhookSecretInput', {
  description: 'Which endpoint gets another secret.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    endpointId: t.field({
      type: 'SafeInt',
      required: true,
      description: 'Its `databaseId`. Not in v4.',
    }),
    overlapHours: t.int({
      description:
        'How long the secret before signs too, 0 to 168 hours; 24 where it is not given. Not in v4.',
    }),
  }),
});

const RotateWebhookSecretPayload = builder
  .objectRef<Once<EndpointWithSecret>>('RotateWebhookSecretPayload')
  .implement({
    description: 'The other secret.',
    fields: (t) => ({
      endpoint: t.expose('endpoint', {
        type: WebhookEndpointType,
        description: 'The endpoint as it is now. Not in v4.',
      }),
      secret: t.exposeString('secret', { nullable: true, description: SECRET }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('rotateWebhookSecret', (t) =>
  t.field({
    type: RotateWebhookSecretPayload,
    description:
      'Gives an endpoint another secret. For a time messages carry two signatures, so that receivers can change over. Not in v4.',
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
        description: 'Which endpoint, and how long both secrets sign.',
        validate: { schema: checksOf(rotateWebhookSecretInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await rotateWebhookSecret(ctx, input),
  }),
);
