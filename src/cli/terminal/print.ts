import { escapeControlCharacters } from '../../domain/shared/control-characters.ts';
import { AppError, hasCode, OperatorError } from '../../errors.ts';
import { describeError } from '../../log.ts';

/**
 * Error of the print functions when standard output was closed, for example by `| head -1`. It ends the command without
 * a message.
 */
const OUTPUT_CLOSED = new Error('The output is closed.');
let isOutputOpen = true;
let throwsOutputErrors = true;

/**
 * Keeps the process running when standard output cannot be written, for example on a full disk, because it serves
 * requests or runs jobs.
 */
export function ignoreOutputErrors(): void {
  throwsOutputErrors = false;
}

/** Ends a command without a message when the reader of its output has disconnected or the terminal was closed. */
export function endOnClosedOutput(): void {
  process.stdout.on('error', (error: unknown) => {
    if (isOutputClosed(error)) isOutputOpen = false;
    else if (throwsOutputErrors) throw error;
  });
  // A failure of standard error cannot be reported.
  process.stderr.on('error', () => undefined);
}

function isOutputClosed(error: unknown): boolean {
  return hasCode(error, 'EPIPE') || hasCode(error, 'EIO');
}

/** Prints one line, with control characters escaped, because stored text must not control a terminal. */
export function printLine(text = ''): void {
  if (!isOutputOpen) throw OUTPUT_CLOSED;
  process.stdout.write(`${escapeControlCharacters(text)}\n`);
}

/** Prints a text of several lines in one write, so that a program that reads the output receives them together. */
export function printLines(text: string): void {
  if (!isOutputOpen) throw OUTPUT_CLOSED;
  process.stdout.write(`${escapeLines(text)}\n`);
}

/** Prints a value as one line of JSON, with the control characters escaped that JSON leaves unchanged. */
export function printJson(value: unknown): void {
  printLine(JSON.stringify(value));
}

/** Prints a note on standard error: standard output is for the result of a command. */
export function printNote(message: string): void {
  process.stderr.write(`${escapeLines(message)}\n`);
}

/**
 * Prints the message of an OperatorError or AppError on standard error. Other errors are defects, whose message may
 * quote a row: their description in the log is printed instead. Returns false, and prints nothing, for the error of a
 * closed output.
 */
export function printError(error: unknown): boolean {
  if (error === OUTPUT_CLOSED) return false;
  const isExpected = error instanceof OperatorError || error instanceof AppError;
  const text = isExpected
    ? error.message
    : `unexpected fault ${JSON.stringify(describeError(error))}`;
  process.stderr.write(`error: ${escapeLines(text)}\n`);
  return true;
}

/** Escapes control characters except line breaks, which the program itself has added. */
function escapeLines(text: string): string {
  return text.split('\n').map(escapeControlCharacters).join('\n');
}
