import { randomUUID } from 'node:crypto';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { WorkScope } from './runtime/work-scope.ts';

export type { Logger } from 'pino';

/**
 * Creates a logger that writes one JSON line for each event, to standard output by default. Names, RFC, e-mail
 * addresses, tokens and request bodies must never be passed to it.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** Members and message of a log line of a request. */
export type RequestLog = {
  warn: (fields: object, message: string) => void;
  error: (fields: object, message: string) => void;
};

/**
 * Creates the log of a request, whose lines start with the request id. Few requests log anything, so that no logger is
 * created for them. An error has an id of its own, which the access log line refers to, because callers may repeat a
 * request id.
 */
export function createRequestLog(log: Logger, requestId: string, record: WorkScope): RequestLog {
  return {
    warn: (fields, message) => log.warn({ requestId, ...fields }, message),
    error: (fields, message) => {
      const fault = randomUUID();
      record.fault ??= fault;
      log.error({ requestId, fault, ...fields }, message);
    },
  };
}

/** Maximum length of a chain of causes, which may be cyclic. */
const CAUSES_MAX = 5;

/**
 * Returns the loggable parts of an error. Messages and PostgreSQL's `detail` may quote a row, so that neither is
 * included, nor the part of the stack that repeats the message.
 */
export function describeError(error: unknown, causesMax = CAUSES_MAX): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const hasCause = error.cause !== undefined && causesMax > 0;
  return {
    name: error.name,
    ...textField(error, 'code'),
    ...textField(error, 'constraint'),
    ...textField(error, 'table'),
    stack: stackFrames(error),
    ...(hasCause ? { cause: describeError(error.cause, causesMax - 1) } : {}),
  };
}

function textField(error: Error, key: string): Record<string, string> {
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? { [key]: value } : {};
}

const FRAME = /^\s+at .*(:\d+:\d+\)?|\(<anonymous>\)|\(native\))$/;

/** Stack frames without the message, whose lines may look like frames. */
function stackFrames({ stack = '', message }: Error): string {
  const lines = stack.replace(message, '').split('\n');
  return lines.filter((line) => FRAME.test(line)).join('\n');
}
