import type { Line } from '../lines.ts';
import { findLabelIndex } from '../lookalikes.ts';
import { isRunningText } from './running-text.ts';

/** Returns the number of labels that occur on a line outside sentences. */
export function countLabels(lines: readonly Line[], labels: readonly RegExp[]): number {
  const labelLines = lines.filter((line) => !isRunningText(line));
  return labels.filter((label) => labelLines.some((line) => findLabelIndex(line, label) !== -1))
    .length;
}

/** Maximum share of lower-case letters in a line of capitals. OCR reads some capitals as lower-case letters. */
const LOWER_CASE_SHARE_MAX = 0.25;

/** True for a line whose letters are mostly capitals: cards print all their lines in capitals. */
export function isInCapitals({ text }: Line): boolean {
  const lower = text.match(/\p{Ll}/gu)?.length ?? 0;
  const upper = text.match(/\p{Lu}/gu)?.length ?? 0;
  return lower <= LOWER_CASE_SHARE_MAX * (lower + upper);
}
