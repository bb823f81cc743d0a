import type { ErrorCode } from '../../errors.ts';

/** Representation of an operation's failure in GraphQL. */
type GraphFailure = {
  /** Value of `extensions.code`, and of `code` of a UserError. */
  code: string;
  /** Value of `extensions.code_message`: the word of the v4 interface for the same failure. */
  codeMessage: string;
  /** HTTP status when the request is rejected before its operation runs. */
  status: number;
  /**
   * Part of the response that fails when the failure happens during execution. `request`: the whole response, with the
   * status above. `field`: the response has status 200 with the remaining data, as GraphQL over HTTP specifies.
   */
  extent: 'request' | 'field';
  headers?: Record<string, string>;
};

/** GraphQL representation of each failure; rest-compat/respond.ts has that of v4. */
export const GRAPH_FAILURES = {
  unauthenticated: {
    code: 'NOT_AUTHORIZED',
    codeMessage: 'unauthorized',
    status: 401,
    extent: 'request',
    headers: { 'www-authenticate': 'Bearer' },
  },
  forbidden: {
    code: 'NOT_AUTHORIZED',
    codeMessage: 'unauthorized',
    status: 403,
    extent: 'field',
  },
  invalid_input: {
    code: 'VALIDATION_FAILED',
    codeMessage: 'invalid_request',
    status: 400,
    extent: 'field',
  },
  business_not_found: {
    code: 'BUSINESS_NOT_FOUND',
    codeMessage: 'invalid_request',
    status: 400,
    extent: 'field',
  },
  participant_not_found: {
    code: 'PARTICIPANT_NOT_FOUND',
    codeMessage: 'invalid_request',
    status: 400,
    extent: 'field',
  },
  user_not_found: {
    code: 'USER_NOT_FOUND',
    codeMessage: 'not_found',
    status: 404,
    extent: 'field',
  },
  file_not_found: {
    code: 'FILE_NOT_FOUND',
    codeMessage: 'not_found',
    status: 404,
    extent: 'field',
  },
  file_not_available: {
    code: 'FILE_NOT_AVAILABLE',
    codeMessage: 'file_not_available',
    status: 409,
    extent: 'field',
  },
  files_unavailable: {
    code: 'FILES_UNAVAILABLE',
    codeMessage: 'files_unavailable',
    status: 503,
    extent: 'field',
  },
  list_unavailable: {
    code: 'LIST_UNAVAILABLE',
    codeMessage: 'list_unavailable',
    status: 503,
    extent: 'field',
  },
  screening_not_found: {
    code: 'SCREENING_NOT_FOUND',
    codeMessage: 'not_found',
    status: 404,
    extent: 'field',
  },
  report_not_found: {
    code: 'REPORT_NOT_FOUND',
    codeMessage: 'not_found',
    status: 404,
    extent: 'field',
  },
  report_not_final: {
    code: 'REPORT_NOT_FINAL',
    codeMessage: 'report_not_final',
    status: 409,
    extent: 'field',
  },
  consent_not_found: {
    code: 'CONSENT_NOT_FOUND',
    codeMessage: 'not_found',
    status: 404,
    extent: 'field',
  },
  consent_required: {
    code: 'CONSENT_REQUIRED',
    codeMessage: 'consent_required',
    status: 409,
    extent: 'field',
  },
  webhook_not_found: {
    code: 'WEBHOOK_NOT_FOUND',
    codeMessage: 'not_found',
    status: 404,
    extent: 'field',
  },
  version_conflict: {
    code: 'VERSION_CONFLICT',
    codeMessage: 'invalid_request',
    status: 400,
    extent: 'field',
  },
  conflict: { code: 'CONFLICT', codeMessage: 'conflict', status: 409, extent: 'field' },
  idempotency_key_reused: {
    code: 'IDEMPOTENCY_KEY_REUSED',
    codeMessage: 'idempotency_key_reused',
    status: 422,
    extent: 'field',
  },
  operation_in_progress: {
    code: 'OPERATION_IN_PROGRESS',
    codeMessage: 'operation_in_progress',
    status: 409,
    extent: 'field',
  },
  limit_exceeded: {
    code: 'LIMIT_EXCEEDED',
    codeMessage: 'payload_too_large',
    status: 413,
    extent: 'request',
  },
  quota_exceeded: {
    code: 'QUOTA_EXCEEDED',
    codeMessage: 'quota_exceeded',
    status: 507,
    extent: 'request',
  },
  too_many_requests: {
    code: 'LIMIT_EXCEEDED',
    codeMessage: 'too_many_requests',
    status: 429,
    extent: 'request',
  },
  service_unavailable: {
    code: 'SERVICE_UNAVAILABLE',
    codeMessage: 'service_unavailable',
    status: 503,
    extent: 'request',
    // Two seconds, as in v4.
    headers: { 'retry-after': '2' },
  },
} as const satisfies Record<ErrorCode, GraphFailure>;

/** Returns the representation of one failure, with every member present. */
export function getGraphFailure(code: ErrorCode): GraphFailure {
  return GRAPH_FAILURES[code];
}
