import { builder } from './builder.ts';

export const ErrorCodeEnum = builder.enumType('ErrorCode', {
  description: 'What kind of failure it is. v4: `code_message`.',
  values: {
    BUSINESS_NOT_FOUND: { description: 'The service has no such business. v4 `invalid_request`.' },
    CONFLICT: { description: 'It was decided otherwise before. v4 `conflict`.' },
    CONSENT_NOT_FOUND: { description: 'The service has no such consent. v4 `not_found`.' },
    CONSENT_REQUIRED: {
      description: 'The person has not agreed to it, or does not any more. v4 `consent_required`.',
    },
    FILES_UNAVAILABLE: {
      description: 'Files cannot be kept or scanned at the moment. v4 `files_unavailable`.',
    },
    FILE_NOT_AVAILABLE: {
      description: 'The file has no bytes that may be used. v4 `file_not_available`.',
    },
    FILE_NOT_FOUND: { description: 'The service has no such file. v4 `not_found`.' },
    IDEMPOTENCY_KEY_REUSED: {
      description: 'The idempotency key stands for another request. v4 `idempotency_key_reused`.',
    },
    LIMIT_EXCEEDED: {
      description:
        'The request is over a limit, or the service has spent its budget. v4 `payload_too_large` or `too_many_requests`.',
    },
    LIST_UNAVAILABLE: {
      description:
        'What was asked about is not loaded, for that day at least: nobody is unlisted by that. v4 `list_unavailable`.',
    },
    NOT_AUTHORIZED: {
      description: 'The caller may not do this, or is not known. v4 `unauthorized`.',
    },
    OPERATION_IN_PROGRESS: {
      description:
        'A request for the same data is still under way; this one may be sent again. v4 `operation_in_progress`.',
    },
    PARTICIPANT_NOT_FOUND: {
      description: 'The service has no such participant. v4 `invalid_request`.',
    },
    REPORT_NOT_FINAL: { description: 'The report is a draft yet. v4 `report_not_final`.' },
    REPORT_NOT_FOUND: { description: 'The service has no such report. v4 `not_found`.' },
    SCREENING_NOT_FOUND: { description: 'The service has no such screening. v4 `not_found`.' },
    SERVICE_UNAVAILABLE: {
      description:
        'The database cannot be reached, or too much of the service waits for it; the request may be sent again. v4 `service_unavailable`.',
    },
    USER_NOT_FOUND: { description: 'The service has no such user. v4 `not_found`.' },
    VALIDATION_FAILED: { description: 'The input breaks a rule. v4 `invalid_request`.' },
    VERSION_CONFLICT: {
      description: 'The business was changed since the caller read it. Not in v4.',
    },
    WEBHOOK_NOT_FOUND: { description: 'The service has no such webhook. v4 `not_found`.' },
  },
});
