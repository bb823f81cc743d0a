import { escapeControlCharacters } from '../../domain/shared/control-characters.ts';
import { AppError, hasCode, OperatorError } from '../../errors.ts';
import { describeError } from '../../log.ts';

/** Thrown by what prints once nobody reads the output any more, as after `| head -1`: the command is over then. */
const NO_READER = new Error('Nobody reads the output.');
let hasReader = true;
let endsWithOutput = true;

/** Keeps a process running that cannot write what it prints, as on a full disk: it is there for its requests and jobs. */
export function outliveOutput(): void {
  endsWithOutput = false;
}

/** Lets a command end in its own order, quietly, when the reader of its output has gone, or the terminal was closed. */
export function endWithReader(): void {
  process.stdout.on('error', (error: unknown) => {
    if (isOfGone(error)) hasReader = false;
    else if (endsWithOutput) throw error;
  });
  // What cannot be written here can be told nowhere.
  process.stderr.on('error', () => undefined);
}

function isOfGone(error: unknown): boolean {
  return hasCode(error, 'EPIPE') || hasCode(error, 'EIO');
}

/** Prints one line. Stored text reaches no terminal as it is: what it would obey is escaped. */
export function printLine(text = ''): void {
  if (!hasReader) throw NO_READER;
  process.stdout.write(`${escapeControlCharacters(text)}\n`);
}

/** Prints a text of the program of several lines, all at once: commands to paste are read as they come. */
export function printLines(text: string): void {
  if (!hasReader) throw NO_READER;
  process.stdout.write(`${escapeLines(text)}\n`);
}

/** Prints a value as one line of JSON, of which JSON itself leaves some control characters as they are. */
export function printJson(value: unknown): void {
  printLine(JSON.stringify(value));
}

/** Why a command takes its time, on standard error: standard output is its answer's. */
export function printNote(message: string): void {
  process.stderr.write(`${escapeLines(message)}\n`);
}

/**
 * One sentence on standard error where the operator can do something about it. Anything else is a defect and is
 * described as in the log: its message may quote a row. False where there is nothing to tell.
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

/** The same for sentences, whose line breaks are the program's. */
function escapeLines(text: string): string {
  return text.split('\n').map(escapeControlCharacters).join('\n');
}
