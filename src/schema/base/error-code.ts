import { builder } from './builder.ts';

export const ErrorCodeEnum = builder.enumType('ErrorCode', {
  description: 'Kind of failure. v4: `code_message`.',
  values: {
    BUSINESS_NOT_FOUND: {
      description: 'Business does not exist in the service. v4: `invalid_request`.',
    },
    CONFLICT: {
      description:
        'Request contradicts an earlier decision or duplicates a value that must be unique. v4: `conflict`.',
    },
    CONSENT_NOT_FOUND: { description: 'Consent does not exist in the service. v4: `not_found`.' },
    CONSENT_REQUIRED: {
      description: 'Person has not consented or has revoked the consent. v4: `consent_required`.',
    },
    FILES_UNAVAILABLE: {
      description:
        'File storage is not configured, or the malware scanner is unavailable. v4: `files_unavailable`.',
    },
    FILE_NOT_AVAILABLE: {
      description:
        'File has no usable bytes: they have not been uploaded or are infected. v4: `file_not_available`.',
    },
    FILE_NOT_FOUND: { description: 'File does not exist in the service. v4: `not_found`.' },
    IDEMPOTENCY_KEY_REUSED: {
      description: 'Idempotency key belongs to another request. v4: `idempotency_key_reused`.',
    },
    LIMIT_EXCEEDED: {
      description:
        'Request exceeds a size or complexity limit, or the service exceeds its rate limit. v4: `payload_too_large` or `too_many_requests`.',
    },
    LIST_UNAVAILABLE: {
      description:
        'Requested list is not loaded, or not for the requested date. The failure does not mean that the subject is not listed. v4: `list_unavailable`.',
    },
    NOT_AUTHORIZED: {
      description:
        'Caller is not authenticated, or may not perform the operation. v4: `unauthorized`.',
    },
    OPERATION_IN_PROGRESS: {
      description:
        'Request for the same data is still in progress. The identical request may be sent again. v4: `operation_in_progress`.',
    },
    PARTICIPANT_NOT_FOUND: {
      description: 'Participant does not exist in the service. v4: `invalid_request`.',
    },
    QUOTA_EXCEEDED: {
      description:
        'Request would exceed a quota of the service: bytes of files, records or waiting webhook messages. Nothing was changed. `Viewer.quotas` returns each limit. v4: `quota_exceeded`.',
    },
    REPORT_NOT_FINAL: { description: 'Report is still a draft. v4: `report_not_final`.' },
    REPORT_NOT_FOUND: { description: 'Report does not exist in the service. v4: `not_found`.' },
    SCREENING_NOT_FOUND: {
      description: 'Screening does not exist in the service. v4: `not_found`.',
    },
    SERVICE_UNAVAILABLE: {
      description:
        'Database is unavailable, or too many requests of the service wait for it. The request may be sent again. v4: `service_unavailable`.',
    },
    USER_NOT_FOUND: { description: 'User does not exist in the service. v4: `not_found`.' },
    VALIDATION_FAILED: { description: 'Input breaks a rule. v4: `invalid_request`.' },
    VERSION_CONFLICT: {
      description: 'Object changed since the caller read it. v4: `invalid_request`.',
    },
    WEBHOOK_NOT_FOUND: {
      description: 'Webhook endpoint or delivery does not exist in the service. v4: `not_found`.',
    },
  },
});
