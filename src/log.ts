import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** One JSON line an event, on standard output unless told otherwise. Never hand it names, RFC, e-mail, tokens or request bodies. */
export function createLogger(
  level: string,
  destination: DestinationStream = pino.destination(1),
): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  };
  return pino(options, destination);
}

/**
 * What may be logged of a fault. Messages and PostgreSQL's `detail` can quote a row, so neither is kept;
 * the stack is kept without its first lines, which repeat the message.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  return {
    name: error.name,
    ...textField(error, 'code'),
    ...textField(error, 'constraint'),
    ...textField(error, 'table'),
    stack: stackFrames(error),
    ...cause,
  };
}

function textField(error: Error, key: string): Record<string, string> {
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? { [key]: value } : {};
}

function stackFrames(error: Error): string {
  const lines = (error.stack ?? '').split('\n');
  return lines.filter((line) => /^\s+at /.test(line)).join('\n');
}
