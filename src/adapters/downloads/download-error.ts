import { OperatorError } from '../../errors.ts';

/** Error of a response. Its message is a predicate: the operator reads it after the URL. */
export class DownloadError extends Error {}

/** Error of a connection on which no data arrived within the limit. */
export class StalledError extends Error {}

type Attempt = { url: string; isStopped: boolean; timeoutMs: number; stallMs: number };

/** Converts a download error to an OperatorError. Returns any other error unchanged, because it is a bug. */
export function toOperatorError(error: unknown, attempt: Attempt): unknown {
  const reason = describeReason(error, attempt);
  if (reason === undefined) return error;
  return new OperatorError(`Nothing was loaded: ${removeQuery(attempt.url)} ${reason}.`, {
    cause: error,
  });
}

function describeReason(error: unknown, { isStopped, ...attempt }: Attempt): string | undefined {
  if (error instanceof DownloadError) return error.message;
  if (error instanceof StalledError) return `sent nothing for ${formatSeconds(attempt.stallMs)}`;
  if (!(error instanceof Error)) return undefined;
  if (isStopped) return 'could not be downloaded in time';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  if (TIMEOUT_CODES.has(code)) return `was not received within ${formatSeconds(attempt.timeoutMs)}`;
  const reason = REASONS.find(({ pattern }) => pattern.test(code));
  if (reason !== undefined) return reason.describe(code);
  // Network and TLS errors have a code; an error without one is a bug.
  return 'code' in error ? `cannot be reached (${code})` : undefined;
}

const TIMEOUT_CODES = new Set(['TimeoutError', 'ABORT_ERR', 'AbortError']);

const REASONS = [
  {
    pattern: /^(?:ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/,
    describe: () => 'was cut off before its end',
  },
  { pattern: /^Z_/, describe: () => 'is compressed, and cannot be decompressed' },
  { pattern: /^HPE_/, describe: (code: string) => `sent an invalid HTTP response (${code})` },
];

/** Returns a URL without its query, which may contain the signature of a storage service. */
function removeQuery(url: string): string {
  if (!URL.canParse(url)) return 'an address';
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

function formatSeconds(ms: number): string {
  return `${ms / 1000} s`;
}
