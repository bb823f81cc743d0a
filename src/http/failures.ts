import type { ErrorCode } from '../errors.ts';
import { type Failure, REFUSALS } from './refusals.ts';

const UNAUTHORIZED = {
  codeMessage: 'unauthorized',
  message: 'Unauthorized',
  code: 'NOT_AUTHORIZED',
  description: 'Caller is not authenticated, or lacks the permission for the operation.',
  isWarning: true,
} as const;
const LIMIT_EXCEEDED = {
  code: 'LIMIT_EXCEEDED',
  description: 'Request exceeds a size or complexity limit, or the service exceeds its rate limit.',
  endsRequest: true,
  isWarning: true,
} as const;

/** Presentation of each error code: the only place that maps it to the interfaces. */
export const FAILURES = {
  unauthenticated: {
    ...UNAUTHORIZED,
    status: 401,
    endsRequest: true,
    headers: { 'www-authenticate': 'Bearer' },
  },
  forbidden: { ...UNAUTHORIZED, status: 403 },
  invalid_input: {
    ...REFUSALS.invalidRequest,
    code: 'VALIDATION_FAILED',
    description: 'Input failed validation.',
  },
  // A deletion must not guess, so an unknown business is an invalid request.
  business_not_found: {
    ...REFUSALS.invalidRequest,
    code: 'BUSINESS_NOT_FOUND',
    description: 'Business does not exist in the service.',
  },
  participant_not_found: {
    ...REFUSALS.invalidRequest,
    code: 'PARTICIPANT_NOT_FOUND',
    description: 'Participant does not exist in the service.',
  },
  user_not_found: {
    ...REFUSALS.notFound,
    code: 'USER_NOT_FOUND',
    description: 'User does not exist in the service.',
  },
  file_not_found: {
    ...REFUSALS.notFound,
    code: 'FILE_NOT_FOUND',
    description: 'File does not exist in the service.',
  },
  file_not_available: {
    status: 409,
    codeMessage: 'file_not_available',
    message: 'File not available',
    code: 'FILE_NOT_AVAILABLE',
    description:
      'File has no usable bytes: they have not been uploaded, were rejected, or are infected.',
  },
  files_unavailable: {
    status: 503,
    codeMessage: 'files_unavailable',
    message: 'Files unavailable',
    code: 'FILES_UNAVAILABLE',
    description: 'File storage is not configured, or the malware scanner is unavailable.',
    isWarning: true,
  },
  list_unavailable: {
    status: 503,
    codeMessage: 'list_unavailable',
    message: 'List unavailable',
    code: 'LIST_UNAVAILABLE',
    description:
      'Requested list is not loaded for the requested date. The error does not mean that the subject is absent from the list.',
    isWarning: true,
  },
  screening_not_found: {
    ...REFUSALS.notFound,
    code: 'SCREENING_NOT_FOUND',
    description: 'Screening does not exist in the service.',
  },
  report_not_found: {
    ...REFUSALS.notFound,
    code: 'REPORT_NOT_FOUND',
    description: 'Report does not exist in the service.',
  },
  report_not_final: {
    status: 409,
    codeMessage: 'report_not_final',
    message: 'Report not final',
    code: 'REPORT_NOT_FINAL',
    description: 'Report is still a draft.',
  },
  consent_not_found: {
    ...REFUSALS.notFound,
    code: 'CONSENT_NOT_FOUND',
    description: 'Consent does not exist in the service.',
  },
  consent_required: {
    status: 409,
    codeMessage: 'consent_required',
    message: 'Consent required',
    code: 'CONSENT_REQUIRED',
    description:
      'Participant of the socioeconomic report has not consented or has revoked the consent.',
  },
  // Webhooks have no v4 operation.
  webhook_not_found: {
    ...REFUSALS.notFound,
    code: 'WEBHOOK_NOT_FOUND',
    description: 'Webhook endpoint or delivery does not exist in the service.',
  },
  // v4 requests have no version, so this cannot occur in v4.
  version_conflict: {
    ...REFUSALS.invalidRequest,
    code: 'VERSION_CONFLICT',
    description: 'Object has changed since the caller read it.',
  },
  conflict: {
    status: 409,
    codeMessage: 'conflict',
    message: 'Conflict',
    code: 'CONFLICT',
    description:
      'Request contradicts the current state: an earlier decision, a final report, or a value that must be unique.',
  },
  idempotency_key_reused: {
    status: 422,
    codeMessage: 'idempotency_key_reused',
    message: 'Idempotency key reused with another request',
    code: 'IDEMPOTENCY_KEY_REUSED',
    description: 'Idempotency key was used for a request with another mutation or input.',
  },
  operation_in_progress: {
    status: 409,
    codeMessage: 'operation_in_progress',
    message: 'A request for the same data is still under way',
    code: 'OPERATION_IN_PROGRESS',
    description:
      'Another request that changes the same data is in progress. The identical request can be sent again.',
    isWarning: true,
  },
  limit_exceeded: { ...LIMIT_EXCEEDED, ...REFUSALS.payloadTooLarge },
  quota_exceeded: {
    status: 507,
    codeMessage: 'quota_exceeded',
    message: 'Quota exceeded',
    code: 'QUOTA_EXCEEDED',
    description:
      'Request would exceed a quota of the service: bytes of files, records or waiting webhook messages. Nothing was changed. `Viewer.quotas` returns the limits.',
    endsRequest: true,
    isWarning: true,
  },
  too_many_requests: { ...LIMIT_EXCEEDED, ...REFUSALS.tooManyRequests },
  service_unavailable: {
    status: 503,
    codeMessage: 'service_unavailable',
    message: 'Service unavailable',
    code: 'SERVICE_UNAVAILABLE',
    description:
      'Database is unavailable, or too many requests of the service wait for it. The request can be sent again.',
    endsRequest: true,
    isWarning: true,
    // Seconds.
    headers: { 'retry-after': '2' },
  },
} as const satisfies Record<ErrorCode, Failure>;

/** Returns the presentation of an error code, with every member in its type. */
export function getFailure(code: ErrorCode): Failure {
  return FAILURES[code];
}
