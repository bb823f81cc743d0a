import { OperatorError } from '../errors.ts';
import { STANDARD_INPUT } from './input-files.ts';
import { fromRecordNumber } from './line-number.ts';

/** How many bad lines are listed; reading ends with the last of them. */
export const BAD_LINES_MAX = 20;

/** Why a line cannot be stored. `reason` names types, bounds and lines, never what the line says. */
export type BadLine = { record: number; field: string; reason: string };

/** The refusal of an import: a sentence, then a line for each bad line with file, line, field and reason. */
export function refuseLines(badLines: readonly BadLine[], files: readonly string[]): OperatorError {
  const listed = badLines.slice(0, BAD_LINES_MAX).map((one) => describe(one, files));
  return new OperatorError([headline(badLines.length), ...listed].join('\n'));
}

function headline(count: number): string {
  if (count === 1) return 'Nothing was imported: 1 line is not valid.';
  if (count < BAD_LINES_MAX) return `Nothing was imported: ${count} lines are not valid.`;
  return `Nothing was imported: the first ${BAD_LINES_MAX} lines that are not valid are these.`;
}

function describe(badLine: BadLine, files: readonly string[]): string {
  const { fileIndex, line } = fromRecordNumber(badLine.record);
  const field = badLine.field === '' ? 'the whole line' : badLine.field;
  const file = files[fileIndex] ?? '';
  const source = file === STANDARD_INPUT ? 'standard input' : file;
  return `${source}, line ${line}, ${field}: ${badLine.reason}`;
}
