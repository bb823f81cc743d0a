import { z } from 'zod';
import { inputIssueSchema } from '../../validation/input-issues.ts';
import { codeMessageSchema } from '../respond.ts';
import { type HeaderId, OF_ALL } from './headers.ts';

const failureSchema = z
  .object({
    data: z.object({}),
    message: z.string(),
    success: z.literal(false),
    code_message: codeMessageSchema,
  })
  .meta({ id: 'Failure', description: 'What was asked for was not done.' });

const reasonsSchema = z
  .object({ issues: z.array(inputIssueSchema).min(1).optional() })
  .meta({ id: 'Reasons' });

/** Of the paths that are ours: with the reasons, where there are any. */
const refusalSchema = failureSchema.extend({ data: reasonsSchema }).meta({
  id: 'Refusal',
  description: 'What was asked for was not done, and why, where that can be told.',
});

type Failure = {
  status: number;
  description: string;
  /** Whose `data` is empty, or holds reasons. */
  schema: z.ZodType;
  headers: readonly HeaderId[];
};

/** What many operations may answer, by its name among the components. */
export const FAILURES = {
  InvalidRequest: {
    status: 400,
    description: 'Invalid request. The reasons stand in the log only.',
    schema: failureSchema,
    headers: OF_ALL,
  },
  InvalidRequestWithReasons: {
    status: 400,
    description: 'Invalid request',
    schema: refusalSchema,
    headers: OF_ALL,
  },
  Unauthorized: {
    status: 401,
    description: 'The headers do not name one known caller',
    schema: failureSchema,
    headers: ['RequestId', 'WwwAuthenticate'],
  },
  /** Where the service is known by its key: its requests are counted then. */
  UnknownUser: {
    status: 401,
    description: 'The headers do not name one known service, or it has no user of this e-mail',
    schema: failureSchema,
    headers: [...OF_ALL, 'WwwAuthenticate'],
  },
  Forbidden: {
    status: 403,
    description: 'The caller lacks the scope',
    schema: failureSchema,
    headers: OF_ALL,
  },
  PayloadTooLarge: {
    status: 413,
    description: 'The body, or what it asks for, is over the limit',
    schema: failureSchema,
    headers: OF_ALL,
  },
  PayloadTooLargeWithReasons: {
    status: 413,
    description: 'The body, something in it, or what it asks for, is over the limit',
    schema: refusalSchema,
    headers: OF_ALL,
  },
  Conflict: {
    status: 409,
    description:
      'A request for the same data is still under way, or it was decided otherwise before',
    schema: failureSchema,
    headers: OF_ALL,
  },
  IdempotencyKeyReused: {
    status: 422,
    description: 'The idempotency key came with another request before',
    schema: failureSchema,
    headers: OF_ALL,
  },
  TooManyRequests: {
    status: 429,
    description: 'The service has spent its requests or its access tokens, or too much of it waits',
    schema: failureSchema,
    headers: [...OF_ALL, 'RetryAfter'],
  },
  ServerError: {
    status: 500,
    description: 'Server-side failure',
    schema: failureSchema,
    headers: OF_ALL,
  },
  ServiceUnavailable: {
    status: 503,
    description: 'The database cannot be reached, or too much of the service waits for it',
    schema: failureSchema,
    headers: [...OF_ALL, 'RetryAfter'],
  },
} as const satisfies Record<string, Failure>;
export type FailureId = keyof typeof FAILURES;

/** What one of a route's own failures is described by. Any may find the database away. */
export function ownFailure(status: number, description: string): Failure {
  if (status === 503)
    return {
      status,
      description: `${description}. Or \`service_unavailable\`, with Retry-After: the database cannot be reached.`,
      schema: refusalSchema,
      headers: [...OF_ALL, 'RetryAfter'],
    };
  const headers = status === 416 ? ([...OF_ALL, 'ContentRange'] as const) : OF_ALL;
  return { status, description, schema: refusalSchema, headers };
}
