import { builder } from './builder.ts';

export const ErrorCodeEnum = builder.enumType('ErrorCode', {
  description: 'Code of an error. v4: `code_message`.',
  values: {
    BUSINESS_NOT_FOUND: {
      description: 'Business does not exist in the service. v4: `invalid_request`.',
    },
    CONFLICT: {
      description:
        'Request contradicts the current state: an earlier decision, a final report, or a value that must be unique. v4: `conflict`.',
    },
    CONSENT_NOT_FOUND: { description: 'Consent does not exist in the service. v4: `not_found`.' },
    CONSENT_REQUIRED: {
      description:
        'Participant of the socioeconomic report has not consented or has revoked the consent. v4: `consent_required`.',
    },
    FILES_UNAVAILABLE: {
      description:
        'File storage is not configured, or the malware scanner is unavailable. v4: `files_unavailable`.',
    },
    FILE_NOT_AVAILABLE: {
      description:
        'File has no usable bytes: they have not been uploaded, were rejected, or are infected. v4: `file_not_available`.',
    },
    FILE_NOT_FOUND: { description: 'File does not exist in the service. v4: `not_found`.' },
    IDEMPOTENCY_KEY_REUSED: {
      description:
        'Idempotency key was used for a request with another mutation or input. v4: `idempotency_key_reused`.',
    },
    LIMIT_EXCEEDED: {
      description:
        'Request exceeds a size or complexity limit, or the service exceeds its rate limit. v4: `payload_too_large` or `too_many_requests`.',
    },
    LIST_UNAVAILABLE: {
      description:
        'Requested list is not loaded for the requested date. The error does not mean that the subject is absent from the list. v4: `list_unavailable`.',
    },
    NOT_AUTHORIZED: {
      description:
        'Caller is not authenticated, or lacks the permission for the operation. v4: `unauthorized`.',
    },
    OPERATION_IN_PROGRESS: {
      description:
        'Another request that changes the same data is in progress. The identical request can be sent again. v4: `operation_in_progress`.',
    },
    PARTICIPANT_NOT_FOUND: {
      description: 'Participant does not exist in the service. v4: `invalid_request`.',
    },
    QUOTA_EXCEEDED: {
      description:
        'Request would exceed a quota of the service: bytes of files, records or waiting webhook messages. Nothing was changed. `Viewer.quotas` returns the limits. v4: `quota_exceeded`.',
    },
    REPORT_NOT_FINAL: { description: 'Report is still a draft. v4: `report_not_final`.' },
    REPORT_NOT_FOUND: { description: 'Report does not exist in the service. v4: `not_found`.' },
    SCREENING_NOT_FOUND: {
      description: 'Screening does not exist in the service. v4: `not_found`.',
    },
    SERVICE_UNAVAILABLE: {
      description:
        'Database is unavailable, or too many requests of the service wait for it. The request can be sent again. v4: `service_unavailable`.',
    },
    USER_NOT_FOUND: { description: 'User does not exist in the service. v4: `not_found`.' },
    VALIDATION_FAILED: { description: 'Input failed validation. v4: `invalid_request`.' },
    VERSION_CONFLICT: {
      description: 'Object has changed since the caller read it. v4: `invalid_request`.',
    },
    WEBHOOK_NOT_FOUND: {
      description: 'Webhook endpoint or delivery does not exist in the service. v4: `not_found`.',
    },
  },
});
