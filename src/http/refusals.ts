/** Response to a request that is refused, in the words of v4. */
export type Refusal = {
  /** HTTP status of v4, and of GraphQL when the request is rejected before its operation runs. */
  status: number;
  /** `code_message` of v4, and `extensions.code_message` of GraphQL. */
  codeMessage: CodeMessage;
  /** `message` of v4; GraphQL has the message of the error. */
  message: string;
};

/** Presentation of one error code, on both interfaces and in the access log. */
export type Failure = Refusal & {
  /** `extensions.code` of GraphQL, and `code` of a UserError. Error codes that callers treat alike share it. */
  code: string;
  /** Description of `code` in the schema. */
  description: string;
  /**
   * True when the failure ends the whole GraphQL response with the status above, also during execution. Otherwise the
   * response has status 200 with the remaining data, as GraphQL over HTTP specifies.
   */
  endsRequest?: true;
  /** True to log the request as a warning: many such failures indicate a problem. */
  isWarning?: true;
  headers?: Record<string, string>;
};

/** Values of `code_message`: those of the v4 document, and additions of this gateway (docs/guide/v4.md). */
export const CODE_MESSAGES = [
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

/** Refusals outside of operations: unreadable requests, unknown paths, internal errors. Some failures share theirs. */
export const REFUSALS = {
  invalidRequest: { status: 400, codeMessage: 'invalid_request', message: 'Invalid request' },
  notFound: { status: 404, codeMessage: 'not_found', message: 'Not found' },
  methodNotAllowed: {
    status: 405,
    codeMessage: 'method_not_allowed',
    message: 'Method not allowed',
  },
  timeout: { status: 408, codeMessage: 'invalid_request', message: 'Request timeout' },
  payloadTooLarge: { status: 413, codeMessage: 'payload_too_large', message: 'Payload too large' },
  unsupportedMediaType: {
    status: 415,
    codeMessage: 'invalid_request',
    message: 'Unsupported media type',
  },
  rangeNotSatisfiable: {
    status: 416,
    codeMessage: 'invalid_request',
    message: 'Range not satisfiable',
  },
  expectation: { status: 417, codeMessage: 'invalid_request', message: 'Expectation failed' },
  tooManyRequests: { status: 429, codeMessage: 'too_many_requests', message: 'Too many requests' },
  headersTooLarge: { status: 431, codeMessage: 'invalid_request', message: 'Headers too large' },
  serverError: { status: 500, codeMessage: 'server_error', message: 'Server error' },
} as const satisfies Record<string, Refusal>;
