import { OperatorError } from '../../errors.ts';

/** What is wrong with an answer, as the end of a sentence that begins with the address. */
export class DownloadFault extends Error {}

/** Nothing came for as long as may be. */
export class Stalled extends Error {}

type Attempt = { url: string; isStopped: boolean; timeoutMs: number; stallMs: number };

/** The sentence for an operator. A fault of the program itself stays what it is. */
export function describeFault(error: unknown, attempt: Attempt): unknown {
  const reason = reasonOf(error, attempt);
  if (reason === undefined) return error;
  return new OperatorError(`Nothing was loaded: ${placeOf(attempt.url)} ${reason}.`, {
    cause: error,
  });
}

function reasonOf(error: unknown, { isStopped, ...attempt }: Attempt): string | undefined {
  if (error instanceof DownloadFault) return error.message;
  if (error instanceof Stalled) return `sent nothing for ${seconds(attempt.stallMs)}`;
  if (!(error instanceof Error)) return undefined;
  if (isStopped) return 'could not be downloaded in time';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  if (TOO_LATE.has(code)) return `did not come within ${seconds(attempt.timeoutMs)}`;
  const known = REASONS.find(({ pattern }) => pattern.test(code));
  if (known !== undefined) return known.describe(code);
  // What the network and the encryption say has a code; what has none is a mistake of our own.
  return 'code' in error ? `cannot be reached (${code})` : undefined;
}

const TOO_LATE = new Set(['TimeoutError', 'ABORT_ERR', 'AbortError']);

const REASONS = [
  {
    pattern: /^(?:ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/,
    describe: () => 'was cut off before its end',
  },
  { pattern: /^Z_/, describe: () => 'is packed, and cannot be unpacked' },
  { pattern: /^HPE_/, describe: (code: string) => `sent more or other than it said (${code})` },
];

/** Without the query, in which storage services put signatures. */
function placeOf(url: string): string {
  if (!URL.canParse(url)) return 'an address';
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

function seconds(ms: number): string {
  return `${ms / 1000} s`;
}
