import { AppError, type ErrorCode } from '../errors.ts';

/** An answer of the v4 interface; `body` is sent as JSON with the headers of decision 9. */
export type Reply = { status: number; body: Envelope; headers?: Record<string, string> };

/** An answer that is a file; `bytes` are as many as the header `content-length` says. */
export type FileReply = {
  status: 200 | 206 | 304;
  headers: Record<string, string>;
  bytes: AsyncIterable<Uint8Array>;
};

export type Envelope = {
  data: object;
  message: string;
  success: boolean;
  code_message?: CodeMessage;
};

/** The v4 table of errors, and our additions to it (decisions 3 and 4). */
export const CODE_MESSAGES = [
  'invalid_request',
  'unauthorized',
  'not_found',
  'file_not_available',
  'files_unavailable',
  'method_not_allowed',
  'payload_too_large',
  'conflict',
  'idempotency_key_reused',
  'operation_in_progress',
  'too_many_requests',
  'server_error',
] as const;
export type CodeMessage = (typeof CODE_MESSAGES)[number];

export function succeed(data: object, message: string): Reply {
  return { status: 200, body: { data, message, success: true } };
}

/** Marks the answer to a request that had been answered before. */
export function markReplay(reply: Reply, { replayed }: { replayed: boolean }): Reply {
  return replayed ? { ...reply, headers: { 'idempotent-replay': 'true' } } : reply;
}

/** A 200 that did not do what was asked (decision 2). */
export function decline(data: object, message: string): Reply {
  return { status: 200, body: { data, message, success: false } };
}

type Failure = { status: number; code: CodeMessage; message: string };

export const FAILURES = {
  invalidRequest: { status: 400, code: 'invalid_request', message: 'Invalid request' },
  unauthenticated: { status: 401, code: 'unauthorized', message: 'Unauthorized' },
  forbidden: { status: 403, code: 'unauthorized', message: 'Unauthorized' },
  notFound: { status: 404, code: 'not_found', message: 'Not found' },
  methodNotAllowed: { status: 405, code: 'method_not_allowed', message: 'Method not allowed' },
  payloadTooLarge: { status: 413, code: 'payload_too_large', message: 'Payload too large' },
  keyReused: {
    status: 422,
    code: 'idempotency_key_reused',
    message: 'Idempotency key reused with another request',
  },
  inProgress: {
    status: 409,
    code: 'operation_in_progress',
    message: 'A request for the same data is still under way',
  },
  conflict: { status: 409, code: 'conflict', message: 'Conflict' },
  tooManyRequests: { status: 429, code: 'too_many_requests', message: 'Too many requests' },
  fileNotAvailable: {
    status: 409,
    code: 'file_not_available',
    message: 'File not available',
  },
  filesUnavailable: { status: 503, code: 'files_unavailable', message: 'Files unavailable' },
  rangeNotSatisfiable: {
    status: 416,
    code: 'invalid_request',
    message: 'Range not satisfiable',
  },
  serverError: { status: 500, code: 'server_error', message: 'Server error' },
} as const satisfies Record<string, Failure>;

export function fail(failure: Failure, headers?: Record<string, string>): Reply {
  const { status, code, message } = failure;
  const body = { data: {}, message, success: false, code_message: code };
  return headers === undefined ? { status, body } : { status, body, headers };
}

const FAILURE_OF: Record<ErrorCode, Failure> = {
  unauthenticated: FAILURES.unauthenticated,
  forbidden: FAILURES.forbidden,
  invalid_input: FAILURES.invalidRequest,
  // What cannot be undone does not guess: an unknown business is a wrong request (decision 21).
  business_not_found: FAILURES.invalidRequest,
  participant_not_found: FAILURES.invalidRequest,
  file_not_found: FAILURES.notFound,
  file_not_available: FAILURES.fileNotAvailable,
  files_unavailable: FAILURES.filesUnavailable,
  // No v4 request names a version, so none can conflict.
  version_conflict: FAILURES.invalidRequest,
  conflict: FAILURES.conflict,
  idempotency_key_reused: FAILURES.keyReused,
  operation_in_progress: FAILURES.inProgress,
  limit_exceeded: FAILURES.payloadTooLarge,
  too_many_requests: FAILURES.tooManyRequests,
};

/** What a caller is told of an error; undefined for a fault, of which it is told nothing. */
export function failureOf(error: unknown): Reply | undefined {
  if (!(error instanceof AppError)) return undefined;
  const challenge = { 'www-authenticate': 'Bearer' };
  return fail(FAILURE_OF[error.code], error.code === 'unauthenticated' ? challenge : undefined);
}
