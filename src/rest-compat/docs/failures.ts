import { z } from 'zod';
import { inputIssueSchema } from '../../validation/input-issues.ts';
import { codeMessageSchema } from '../respond.ts';
import { COMMON_HEADERS, type HeaderId } from './headers.ts';

const failureSchema = z
  .object({
    data: z.object({}),
    message: z.string(),
    success: z.literal(false),
    code_message: codeMessageSchema,
  })
  .meta({ id: 'Failure', description: 'Failed request.' });

const reasonsSchema = z
  .object({ issues: z.array(inputIssueSchema).min(1).optional() })
  .meta({ id: 'Reasons' });

/** Body of a failure of paths whose bodies the v4 document does not specify: `data.issues` has the reasons, if any. */
const refusalSchema = failureSchema.extend({ data: reasonsSchema }).meta({
  id: 'Refusal',
  description: 'Failed request, with the reasons when they are known.',
});

type Failure = {
  status: number;
  description: string;
  /** Schema of the body: `data` is empty, or has the reasons. */
  schema: z.ZodType;
  headers: readonly HeaderId[];
};

/** Failures that many operations share, by component name. */
export const FAILURES = {
  InvalidRequest: {
    status: 400,
    description: 'Invalid request. The reasons are only logged.',
    schema: failureSchema,
    headers: COMMON_HEADERS,
  },
  InvalidRequestWithReasons: {
    status: 400,
    description: 'Invalid request. The reasons are in `data.issues`.',
    schema: refusalSchema,
    headers: COMMON_HEADERS,
  },
  Unauthorized: {
    status: 401,
    description: 'Missing or invalid credentials in the headers.',
    schema: failureSchema,
    headers: ['RequestId', 'WwwAuthenticate'],
  },
  /** Has the rate limit headers, because the API key identifies the service before the user is looked up. */
  UnknownUser: {
    status: 401,
    description:
      'Missing or invalid API key, or the service has no enabled user with the e-mail address.',
    schema: failureSchema,
    headers: [...COMMON_HEADERS, 'WwwAuthenticate'],
  },
  Forbidden: {
    status: 403,
    description: 'Missing scope. The caller lacks a required scope.',
    schema: failureSchema,
    headers: COMMON_HEADERS,
  },
  PayloadTooLarge: {
    status: 413,
    description: 'The body or the requested result exceeds a size limit.',
    schema: failureSchema,
    headers: COMMON_HEADERS,
  },
  PayloadTooLargeWithReasons: {
    status: 413,
    description: 'The body, one of its values or the requested result exceeds a size limit.',
    schema: refusalSchema,
    headers: COMMON_HEADERS,
  },
  EncodedBody: {
    status: 415,
    description: 'The body has a Content-Encoding, for example gzip.',
    schema: failureSchema,
    headers: [...COMMON_HEADERS, 'AcceptEncoding'],
  },
  Conflict: {
    status: 409,
    description:
      'A request for the same data is still in progress, or the request contradicts an earlier decision.',
    schema: failureSchema,
    headers: COMMON_HEADERS,
  },
  IdempotencyKeyReused: {
    status: 422,
    description: 'The idempotency key was used for another request.',
    schema: failureSchema,
    headers: COMMON_HEADERS,
  },
  TooManyRequests: {
    status: 429,
    description:
      'The service exceeds the rate limit of its requests or access tokens, or too many of its requests are waiting.',
    schema: failureSchema,
    headers: [...COMMON_HEADERS, 'RetryAfter'],
  },
  ServerError: {
    status: 500,
    description: 'Server-side failure.',
    schema: failureSchema,
    headers: COMMON_HEADERS,
  },
  ServiceUnavailable: {
    status: 503,
    description:
      'The database is unavailable, or too many requests of the service are waiting for it.',
    schema: failureSchema,
    headers: [...COMMON_HEADERS, 'RetryAfter'],
  },
} as const satisfies Record<string, Failure>;
export type FailureId = keyof typeof FAILURES;

/** Describes a failure of one route. A 503 may also mean that the database is unavailable. */
export function describeRouteFailure(status: number, description: string): Failure {
  if (status === 503)
    return {
      status,
      description: `${description} Or \`service_unavailable\`, with Retry-After: the database is unavailable.`,
      schema: refusalSchema,
      headers: [...COMMON_HEADERS, 'RetryAfter'],
    };
  const headers = status === 416 ? ([...COMMON_HEADERS, 'ContentRange'] as const) : COMMON_HEADERS;
  return { status, description, schema: refusalSchema, headers };
}
