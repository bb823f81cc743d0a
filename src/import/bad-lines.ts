import { OperatorError } from '../errors.ts';
import { STANDARD_INPUT } from './input-files.ts';
import { fromRecordNumber } from './line-number.ts';
import type { Fault } from './parse-line.ts';

/** Maximum number of listed bad lines, after which reading ends. */
export const BAD_LINES_MAX = 20;

/** Maximum number of listed faults of one line. The others are counted. */
const FAULTS_MAX = 50;

/** Line that cannot be stored, with its faults. Reasons name types, limits and lines, and never quote content. */
export type BadLine = { record: number; faults: readonly Fault[] };

/** Creates the error of a rejected import: a summary, then a line for each fault with file, line, field and reason. */
export function createRejection(
  badLines: readonly BadLine[],
  files: readonly string[],
): OperatorError {
  const faultLines = badLines
    .slice(0, BAD_LINES_MAX)
    .flatMap((badLine) => describeBadLine(badLine, files));
  return new OperatorError([createSummary(badLines.length), ...faultLines].join('\n'));
}

function createSummary(count: number): string {
  if (count === 1) return 'Nothing was imported: 1 line is not valid.';
  if (count < BAD_LINES_MAX) return `Nothing was imported: ${count} lines are not valid.`;
  return `Nothing was imported: the first ${BAD_LINES_MAX} lines that are not valid are these.`;
}

function describeBadLine({ record, faults }: BadLine, files: readonly string[]): string[] {
  const { fileIndex, line } = fromRecordNumber(record);
  const file = files[fileIndex] ?? '';
  const position = `${file === STANDARD_INPUT ? 'standard input' : file}, line ${line}`;
  const faultLines = faults.slice(0, FAULTS_MAX).map(({ field, reason }) => {
    return `${position}, ${field === '' ? 'the whole line' : field}: ${reason}`;
  });
  const omittedCount = faults.length - faultLines.length;
  return omittedCount > 0
    ? [...faultLines, `${position}: ${omittedCount} more faults`]
    : faultLines;
}
