import { z } from 'zod';
import { AppError, type ErrorCode, type InputIssue } from '../errors.ts';

/** Response of the v4 interface. `body` is sent as JSON. */
export type Reply = { status: number; body: Envelope; headers?: Record<string, string> };

/** Response with a file or without a body. `content-length` is the number of `bytes`. */
export type FileReply = {
  status: 200 | 204 | 206 | 304;
  headers: Record<string, string>;
  bytes: AsyncIterable<Uint8Array>;
};

export type Envelope = {
  data: object;
  message: string;
  success: boolean;
  code_message?: CodeMessage;
};

/** Values of `code_message`: those of the v4 document, and additions of this gateway (docs/guide/v4.md). */
const CODE_MESSAGES = [
  'invalid_request',
  'unauthorized',
  'not_found',
  'file_not_available',
  'files_unavailable',
  'list_unavailable',
  'consent_required',
  'report_not_final',
  'method_not_allowed',
  'payload_too_large',
  'quota_exceeded',
  'conflict',
  'idempotency_key_reused',
  'operation_in_progress',
  'too_many_requests',
  'service_unavailable',
  'server_error',
] as const;
export type CodeMessage = (typeof CODE_MESSAGES)[number];
export const codeMessageSchema = z
  .enum(CODE_MESSAGES)
  .meta({ id: 'CodeMessage', description: 'Error code.' });

/** Creates a response with status 200 and `success: true`. */
export function succeed(data: object, message: string): Reply {
  return { status: 200, body: { data, message, success: true } };
}

/** Adds the header `idempotent-replay` to the stored response of an earlier request. */
export function withReplayHeader(reply: Reply, { replayed }: { replayed: boolean }): Reply {
  return replayed
    ? { ...reply, headers: { ...reply.headers, 'idempotent-replay': 'true' } }
    : reply;
}

/** Maximum length of the header: proxies reject longer ones. */
const IGNORED_LENGTH_MAX = 4000;

/**
 * Adds the header `ignored-questions` with the sent question keys that no processed template contains: their number,
 * then the percent-encoded keys up to 4000 characters. A header, because the v4 document specifies the body.
 */
export function withIgnoredQuestions(reply: Reply, keys: readonly string[]): Reply {
  if (keys.length === 0) return reply;
  let value = `${keys.length};keys=`;
  for (const [index, key] of keys.entries()) {
    const next = `${index === 0 ? '' : ','}${encodeURIComponent(key)}`;
    if (value.length + next.length > IGNORED_LENGTH_MAX) break;
    value += next;
  }
  return { ...reply, headers: { ...reply.headers, 'ignored-questions': value } };
}

/** Creates a response with status 200 and `success: false`: the request was valid and was not executed. */
export function decline(data: object, message: string): Reply {
  return { status: 200, body: { data, message, success: false } };
}

/** Failure response. `headers` are sent in addition to the common ones. */
type Failure = {
  status: number;
  code: CodeMessage;
  message: string;
  headers?: Record<string, string>;
};

/** Failures that do not depend on an operation. */
export const REFUSALS = {
  /** Unknown path. */
  notFound: { status: 404, code: 'not_found', message: 'Not found' },
  methodNotAllowed: { status: 405, code: 'method_not_allowed', message: 'Method not allowed' },
  rangeNotSatisfiable: { status: 416, code: 'invalid_request', message: 'Range not satisfiable' },
  serverError: { status: 500, code: 'server_error', message: 'Server error' },
} as const satisfies Record<string, Failure>;

/** Creates the response of a failure. `headers` replace those of the failure. */
export function fail(failure: Failure, headers?: Record<string, string>): Reply {
  const { status, code, message } = failure;
  const body = { data: {}, message, success: false, code_message: code };
  const all = headers ?? failure.headers;
  return all === undefined ? { status, body } : { status, body, headers: all };
}

/** Failure response of each error code. GraphQL has its own mapping in schema/base/failures.ts. */
const FAILURES_BY_CODE: Record<ErrorCode, Failure> = {
  unauthenticated: {
    status: 401,
    code: 'unauthorized',
    message: 'Unauthorized',
    headers: { 'www-authenticate': 'Bearer' },
  },
  forbidden: { status: 403, code: 'unauthorized', message: 'Unauthorized' },
  invalid_input: { status: 400, code: 'invalid_request', message: 'Invalid request' },
  // A deletion must not guess, so an unknown business is an invalid request.
  business_not_found: { status: 400, code: 'invalid_request', message: 'Invalid request' },
  participant_not_found: { status: 400, code: 'invalid_request', message: 'Invalid request' },
  user_not_found: { status: 404, code: 'not_found', message: 'Not found' },
  file_not_found: { status: 404, code: 'not_found', message: 'Not found' },
  file_not_available: { status: 409, code: 'file_not_available', message: 'File not available' },
  files_unavailable: { status: 503, code: 'files_unavailable', message: 'Files unavailable' },
  list_unavailable: { status: 503, code: 'list_unavailable', message: 'List unavailable' },
  screening_not_found: { status: 404, code: 'not_found', message: 'Not found' },
  report_not_found: { status: 404, code: 'not_found', message: 'Not found' },
  report_not_final: { status: 409, code: 'report_not_final', message: 'Report not final' },
  consent_not_found: { status: 404, code: 'not_found', message: 'Not found' },
  consent_required: { status: 409, code: 'consent_required', message: 'Consent required' },
  // Webhooks have no v4 operation.
  webhook_not_found: { status: 404, code: 'not_found', message: 'Not found' },
  // v4 requests have no version, so this cannot occur.
  version_conflict: { status: 400, code: 'invalid_request', message: 'Invalid request' },
  conflict: { status: 409, code: 'conflict', message: 'Conflict' },
  idempotency_key_reused: {
    status: 422,
    code: 'idempotency_key_reused',
    message: 'Idempotency key reused with another request',
  },
  operation_in_progress: {
    status: 409,
    code: 'operation_in_progress',
    message: 'A request for the same data is still under way',
  },
  limit_exceeded: { status: 413, code: 'payload_too_large', message: 'Payload too large' },
  quota_exceeded: { status: 507, code: 'quota_exceeded', message: 'Quota exceeded' },
  too_many_requests: { status: 429, code: 'too_many_requests', message: 'Too many requests' },
  service_unavailable: {
    status: 503,
    code: 'service_unavailable',
    message: 'Service unavailable',
    headers: { 'retry-after': '2' },
  },
};

/** Returns the v4 response of an error code, without issues. */
export function toFailureReply(code: ErrorCode): Reply {
  return fail(FAILURES_BY_CODE[code]);
}

/**
 * Returns the v4 response to an AppError, and its issues. Undefined for an internal error, which is not described to
 * the caller. `toV4Path` converts paths in the input of the operation to v4 paths.
 */
export function findRefusal(
  error: unknown,
  toV4Path: (path: string[]) => string[] = (path) => path,
): Refusal | undefined {
  if (!(error instanceof AppError)) return undefined;
  const reply = toFailureReply(error.code);
  const issues = listIssues(error, reply.status);
  return { reply, issues: issues.map((issue) => ({ ...issue, path: toV4Path(issue.path) })) };
}

/** Failure response and the issues, which its body does not contain yet. */
export type Refusal = { reply: Reply; issues: InputIssue[] };

/** Adds the issues to `data`, for paths whose bodies the v4 document does not specify. */
export function withReasons({ reply, issues }: Refusal): Reply {
  return issues.length === 0 ? reply : { ...reply, body: { ...reply.body, data: { issues } } };
}

/** Returns the issues of an error. An invalid request always has one, even when the operation gives a message only. */
function listIssues({ code, message, issues }: AppError, status: number): InputIssue[] {
  if (issues.length > 0 || status !== 400) return issues;
  return [{ path: [], code: code === 'invalid_input' ? 'not_allowed' : 'not_found', message }];
}
