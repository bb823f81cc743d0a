import { AppError, OperatorError } from '../errors.ts';
import { describeError } from '../log.ts';

export function printLine(text = ''): void {
  process.stdout.write(`${text}\n`);
}

export function printJson(value: unknown): void {
  printLine(JSON.stringify(value));
}

/**
 * One sentence on standard error where the operator can do something about it. Anything else is a defect and is
 * described as in the log: its message may quote a row.
 */
export function printError(error: unknown): void {
  const isExpected = error instanceof OperatorError || error instanceof AppError;
  const text = isExpected
    ? error.message
    : `unexpected fault ${JSON.stringify(describeError(error))}`;
  process.stderr.write(`error: ${text}\n`);
}
