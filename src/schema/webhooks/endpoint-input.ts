import { builder } from '../base/builder.ts';
import {
  IdempotencyError,
  InputValidationError,
  NotAuthorizedError,
  WebhookNotFoundError,
} from '../base/errors.ts';
import { IDEMPOTENCY_KEY } from '../base/lookups.ts';

/** Defines the input of a mutation whose only parameter is an endpoint, for example `TestWebhookEndpointInput`. */
export function defineEndpointInput(name: string): ReturnType<typeof define> {
  return define(name);
}

// A function of its own, because an exported function states its return type, which only inference can name here.
const define = (name: string) =>
  builder.inputType(name, {
    description: `Webhook endpoint to ${name.replace('WebhookEndpointInput', '').toLowerCase()}.`,
    fields: (t) => ({
      idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
      endpointId: t.field({
        type: 'SafeInt',
        required: true,
        description: '`databaseId` of the endpoint.',
      }),
    }),
  });

/** Errors of all mutations on an existing endpoint or delivery. */
export const CHANGE_ERRORS = [
  WebhookNotFoundError,
  InputValidationError,
  IdempotencyError,
  NotAuthorizedError,
];
