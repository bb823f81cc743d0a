import { builder } from '../base/builder.ts';
import {
  IdempotencyError,
  InputValidationError,
  NotAuthorizedError,
  WebhookNotFoundError,
} from '../base/errors.ts';
import { IDEMPOTENCY_KEY } from '../base/lookups.ts';

/** The input of a mutation that needs no more than to know the endpoint. */
export function endpointInput(name: string): ReturnType<typeof define> {
  return define(name);
}

const define = (name: string) =>
  builder.inputType(name, {
    description: 'Which endpoint.',
    fields: (t) => ({
      idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
      endpointId: t.field({
        type: 'SafeInt',
        required: true,
        description: 'Its `databaseId`. Not in v4.',
      }),
    }),
  });

/** How every change of something that is there can fail. */
export const CHANGE_ERRORS = [
  WebhookNotFoundError,
  InputValidationError,
  IdempotencyError,
  NotAuthorizedError,
];
