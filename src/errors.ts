/** Every failure a caller may be told about; each face maps these to its own words. */
export const ERROR_CODES = [
  'unauthenticated',
  'forbidden',
  'invalid_input',
  'business_not_found',
  'participant_not_found',
  'file_not_found',
  'file_not_available',
  'files_unavailable',
  'version_conflict',
  'conflict',
  'idempotency_key_reused',
  'operation_in_progress',
  'limit_exceeded',
  'too_many_requests',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** One thing that is wrong with an input. `path` points into it, e.g. ['participants', '0', 'email']. */
export type InputIssue = { path: string[]; message: string };

type AppErrorOptions = {
  issues?: InputIssue[];
  requiredScope?: string;
  currentVersion?: number;
  cause?: unknown;
};

/**
 * The only error whose code and message a caller may read; they must never hold personal data.
 * Anything else that is thrown is a fault and is masked by both faces.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly issues: InputIssue[];
  readonly requiredScope: string | undefined;
  readonly currentVersion: number | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.issues = options.issues ?? [];
    this.requiredScope = options.requiredScope;
    this.currentVersion = options.currentVersion;
  }
}

/** The error for an input with one thing wrong in it, at that path. */
export function invalidAt(path: string[], message: string): AppError {
  return new AppError('invalid_input', 'The input is not valid.', { issues: [{ path, message }] });
}

/** Whether it is the system's error of that code, e.g. ENOENT. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/**
 * Why a command cannot do what its operator asked, in a sentence to print as it is. It may name paths
 * and processes of this machine, so it is for the terminal and never goes out as an answer.
 */
export class OperatorError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'OperatorError';
  }
}
