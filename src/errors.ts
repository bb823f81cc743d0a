/** Codes of the failures that callers can receive. Each interface maps them to its own codes. */
export const ERROR_CODES = [
  'unauthenticated',
  'forbidden',
  'invalid_input',
  'business_not_found',
  'participant_not_found',
  'user_not_found',
  'file_not_found',
  'file_not_available',
  'files_unavailable',
  'list_unavailable',
  'screening_not_found',
  'report_not_found',
  'report_not_final',
  'consent_not_found',
  'consent_required',
  'webhook_not_found',
  'version_conflict',
  'conflict',
  'idempotency_key_reused',
  'operation_in_progress',
  'limit_exceeded',
  'quota_exceeded',
  'too_many_requests',
  'service_unavailable',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Reasons for rejecting a file, or for a file that cannot be used. */
const FILE_REFUSALS = [
  'empty',
  'wrong_file_type',
  'unsafe_archive',
  'size_differs',
  'digest_differs',
  'cut_off',
  'infected',
  'not_sent',
  'not_awaited',
] as const;

/** Codes of rules that an input can break. Callers translate by these codes, so that their meaning never changes. */
export const ISSUE_CODES = [
  'required',
  'wrong_type',
  'wrong_format',
  'too_short',
  'too_long',
  'too_small',
  'too_large',
  'too_few',
  'too_many',
  'unknown_field',
  'not_allowed',
  'not_found',
  'ambiguous',
  'duplicate',
  'contradicts',
  'contradicted_by_evidence',
  'not_acknowledged',
  'exactly_one',
  'unreadable_document',
  ...FILE_REFUSALS,
] as const;
export type IssueCode = (typeof ISSUE_CODES)[number];

/**
 * Violation of a rule by an input. `path` points into it, for example ['participants', '0', 'email']; the message never
 * quotes the value.
 */
export type InputIssue = { path: string[]; code: IssueCode; message: string };

type AppErrorOptions = {
  issues?: InputIssue[];
  requiredScope?: string;
  currentVersion?: number;
  quota?: string;
  cause?: unknown;
};

/**
 * The only error whose code and message callers receive. Both must never contain personal data. Any other error is
 * internal and is masked by both interfaces.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly issues: InputIssue[];
  readonly requiredScope: string | undefined;
  readonly currentVersion: number | undefined;
  /** Quota that the request would exceed. */
  readonly quota: string | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.issues = options.issues ?? [];
    this.requiredScope = options.requiredScope;
    this.currentVersion = options.currentVersion;
    this.quota = options.quota;
  }
}

/** Returns the error for an input with one issue, at a path. */
export function invalidAt(
  path: string[],
  message: string,
  code: IssueCode = 'not_allowed',
): AppError {
  return invalidInput([{ path, code, message }]);
}

/** Returns the error for an input with these issues. */
export function invalidInput(issues: InputIssue[]): AppError {
  return new AppError('invalid_input', 'The input is invalid.', { issues });
}

/** Returns the error for a file that cannot be used, with the reason. */
export function fileNotAvailable(code: IssueCode, message: string): AppError {
  const issues = [{ path: ['file'], code, message }];
  return new AppError('file_not_available', `${message}.`, { issues });
}

/** Returns the error for a file that exceeds a size. */
export function fileTooLarge(bytesMax: number): AppError {
  const message = `The file is over ${bytesMax} bytes`;
  const issues = [{ path: ['file'], code: 'too_large' as const, message }];
  return new AppError('limit_exceeded', `${message}.`, { issues });
}

/** Returns the error for a change that waited too long for a lock of another request. */
export function operationInProgress(cause: unknown): AppError {
  const message = 'Another request is changing the same data. Nothing was changed. Retry later.';
  return new AppError('operation_in_progress', message, { cause });
}

/** Returns the error for a request that would exceed a quota of the service. */
export function quotaExceeded(quota: string, limit: number | null): AppError {
  const limitText = `${limit ?? ''} ${quota.replaceAll('_', ' ')}`.trim();
  return new AppError(
    'quota_exceeded',
    `The request would exceed the service's quota of ${limitText}. Nothing was changed.`,
    { quota },
  );
}

/** True for a system error with that code, for example ENOENT. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/**
 * Error of a command, with a sentence to print. It may name paths and processes of this machine, so that it is for the
 * terminal and never for a response.
 */
export class OperatorError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'OperatorError';
  }
}

/** Messages for a file that cannot be read, by error code of the system. */
const FILE_FAULTS = new Map([
  ['ENOENT', 'the file does not exist.'],
  ['ENOTDIR', 'the file does not exist.'],
  ['EISDIR', 'is a folder, not a file.'],
  ['EACCES', 'may not be read by this account.'],
  ['EPERM', 'may not be read by this account.'],
  ['Z_DATA_ERROR', 'is not a whole gzip file. Nothing was imported.'],
  ['Z_BUF_ERROR', 'is not a whole gzip file. Nothing was imported.'],
]);

/**
 * Returns an OperatorError for a file that cannot be read. Errors that are not of the system are returned unchanged.
 */
export function describeFileFault(file: string, error: unknown): unknown {
  if (error instanceof OperatorError || !(error instanceof Error)) return error;
  const systemCode: unknown = Reflect.get(error, 'code');
  const code = typeof systemCode === 'string' ? systemCode : error.name;
  const reason = FILE_FAULTS.get(code) ?? `cannot be read (${code}).`;
  return new OperatorError(`${file}: ${reason}`, { cause: error });
}

/** Thrown when encrypted data was altered, or was encrypted with another key. */
export class DecryptionError extends Error {}
