import { type ParseResult, parse } from 'mrz';

/** Lines of a known form, and whether every check digit in them is right. */
export type CorrectedMrz = { lines: string[]; isValid: boolean };

/** Three lines of 30 on a card, two of 44 in a passport. */
const FORMS = [
  { count: 3, length: 30, start: /^[I1L]/ },
  { count: 2, length: 44, start: /^P/ },
];
/** How many signs a line may have been read too long or too short and still be mended. */
const SLACK = 3;

/**
 * Finds the lines of a form among those that were read, with letters where only digits can stand made digits and the other
 * way round. Undefined where no lines are of a form.
 */
export function correctMrz(read: readonly string[]): CorrectedMrz | undefined {
  const lines = read.map(mendFillers);
  let best: CorrectedMrz | undefined;
  for (const form of FORMS) {
    for (let from = lines.length - form.count; from >= 0; from--) {
      const found = tryLines(lines.slice(from, from + form.count), form);
      if (found?.isValid === true) return found;
      best ??= found;
    }
  }
  return best;
}

function tryLines(
  read: readonly string[],
  { length, start }: { length: number; start: RegExp },
): CorrectedMrz | undefined {
  const isNear = read.every((line) => Math.abs(line.length - length) <= SLACK);
  if (!isNear || !start.test(read[0] ?? '')) return undefined;
  const fitted = read.map((line) => fit(line, length));
  return parseLines(fitted);
}

/** In a run of fillers some are taken for letters that look like them; no name ends in such a run. */
function mendFillers(line: string): string {
  const signs = line.replace(/[^A-Z0-9<]/g, '');
  return signs
    .replace(/<[<CKL]*$/, (run) => '<'.repeat(run.length))
    .replace(/<{2}[<CKL]{4,}(?=[0-9<])/g, (run) => '<'.repeat(run.length));
}

/** Fillers are what is most often read once too often or too seldom. */
function fit(line: string, length: number): string {
  if (line.length > length && /<{3,}/.test(line))
    return fit(
      line.replace(/<{3,}/, (fillers) => fillers.slice(1)),
      length,
    );
  if (line.length < length && /<{3,}/.test(line)) return fit(line.replace(/<{3,}/, '<$&'), length);
  return line.slice(0, length).padEnd(length, '<');
}

function parseLines(lines: string[]): CorrectedMrz | undefined {
  let result: ParseResult;
  try {
    result = parse(lines, { autocorrect: true });
  } catch {
    return undefined;
  }
  const corrected = lines.map((line) => Array.from(line));
  for (const { autocorrect } of result.details) {
    for (const { line, column, corrected: sign } of autocorrect) {
      const row = corrected[line];
      if (row !== undefined) row[column] = sign;
    }
  }
  const digits = result.details.filter(({ field }) => field?.endsWith('CheckDigit') === true);
  return {
    lines: corrected.map((signs) => signs.join('')),
    isValid: digits.length > 0 && digits.every(({ valid }) => valid),
  };
}
