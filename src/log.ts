import { randomUUID } from 'node:crypto';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { WorkScope } from './runtime/work-scope.ts';

export type { Logger } from 'pino';

/** One JSON line an event, on standard output unless told otherwise. Never hand it names, RFC, e-mail, tokens or request bodies. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** What is said of a request besides that it came: the fields of a line, and its words. */
export type RequestLog = {
  warn: (fields: object, message: string) => void;
  error: (fields: object, message: string) => void;
};

/**
 * Begins each line with the request's id; few requests write one, so no logger is made for it. A fault has an id of its
 * own besides, by which the request's line refers to it: callers may send one request id many times.
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

/** A chain of causes is followed no further; one that ends in itself would never end. */
const CAUSES_MAX = 5;

/**
 * What may be logged of a fault. Messages and PostgreSQL's `detail` can quote a row, so neither is kept, nor
 * what of the stack repeats the message.
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

/** The message goes as a whole: its own lines may look like frames. */
function stackFrames({ stack = '', message }: Error): string {
  const lines = stack.replace(message, '').split('\n');
  return lines.filter((line) => FRAME.test(line)).join('\n');
}
