import { escapeControlCharacters } from '../../domain/shared/control-characters.ts';
import { AppError, hasCode, OperatorError } from '../../errors.ts';
import { describeError } from '../../log.ts';

/**
 * Thrown by print functions when the output has no reader any more, for example after `| head -1`; it ends the command.
 */
const NO_READER = new Error('Nobody reads the output.');
let hasReader = true;
let endsWithOutput = true;

/**
 * Keeps a process running when its output cannot be written, for example on a full disk, because it serves requests and
 * jobs.
 */
export function outliveOutput(): void {
  endsWithOutput = false;
}

/** Lets a command end quietly when the reader of its output has disconnected or the terminal was closed. */
export function endWithReader(): void {
  process.stdout.on('error', (error: unknown) => {
    if (isReaderGone(error)) hasReader = false;
    else if (endsWithOutput) throw error;
  });
  // A failure of standard error cannot be reported.
  process.stderr.on('error', () => undefined);
}

function isReaderGone(error: unknown): boolean {
  return hasCode(error, 'EPIPE') || hasCode(error, 'EIO');
}

/** Prints one line, with control characters escaped, because stored text must not control a terminal. */
export function printLine(text = ''): void {
  if (!hasReader) throw NO_READER;
  process.stdout.write(`${escapeControlCharacters(text)}\n`);
}

/** Prints a text of several lines in one write, because commands to paste are read as they arrive. */
export function printLines(text: string): void {
  if (!hasReader) throw NO_READER;
  process.stdout.write(`${escapeLines(text)}\n`);
}

/** Prints a value as one line of JSON, with the control characters escaped that JSON leaves unchanged. */
export function printJson(value: unknown): void {
  printLine(JSON.stringify(value));
}

/** Prints the reason of a delay on standard error: standard output is for the result. */
export function printNote(message: string): void {
  process.stderr.write(`${escapeLines(message)}\n`);
}

/**
 * Prints the sentence of an expected error on standard error. Other errors are defects and are described as in the log,
 * because their message may quote a row. Returns false when nothing was printed.
 */
export function printError(error: unknown): boolean {
  if (error === NO_READER) return false;
  const isExpected = error instanceof OperatorError || error instanceof AppError;
  const text = isExpected
    ? error.message
    : `unexpected fault ${JSON.stringify(describeError(error))}`;
  process.stderr.write(`error: ${escapeLines(text)}\n`);
  return true;
}

/** Escapes the lines of a text, whose line breaks are the program's own. */
function escapeLines(text: string): string {
  return text.split('\n').map(escapeControlCharacters).join('\n');
}
