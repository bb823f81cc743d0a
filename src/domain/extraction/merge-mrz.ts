import { checkDigitOf } from './mrz.ts';
import { fit, mendTails, withoutExtra } from './mrz-tails.ts';

/** Lines of a zone, whether every check digit is right, and whether two readings say the same of what none proves. */
export type MergedMrz = { lines: string[]; isSound: boolean; isAgreed: boolean };

/** A part of a line: digits or letters only, what is proven by the digit at its end, or the name, which nothing proves. */
type Part = {
  line: number;
  from: number;
  to: number;
  kind: 'digits' | 'letters' | 'code' | 'sex' | 'name' | 'all';
  isProven?: true;
  /** Whether the last digit of the zone proves it too. */
  isWhole?: true;
};
type Form = { start: RegExp; lines: number; length: number; parts: readonly Part[] };

const CARD: Form = {
  start: /^[I1L][D0O<]/,
  lines: 3,
  length: 30,
  parts: [
    { line: 0, from: 0, to: 5, kind: 'letters' },
    { line: 0, from: 5, to: 15, kind: 'code', isProven: true, isWhole: true },
    { line: 0, from: 15, to: 30, kind: 'code', isWhole: true },
    { line: 1, from: 0, to: 7, kind: 'digits', isProven: true, isWhole: true },
    { line: 1, from: 7, to: 8, kind: 'sex' },
    { line: 1, from: 8, to: 15, kind: 'digits', isProven: true, isWhole: true },
    { line: 1, from: 15, to: 18, kind: 'letters' },
    { line: 1, from: 18, to: 29, kind: 'code', isWhole: true },
    { line: 1, from: 29, to: 30, kind: 'all' },
    { line: 2, from: 0, to: 30, kind: 'name' },
  ],
};
const PASSPORT: Form = {
  start: /^P[<A-Z]/,
  lines: 2,
  length: 44,
  parts: [
    { line: 0, from: 0, to: 44, kind: 'name' },
    { line: 1, from: 0, to: 10, kind: 'code', isProven: true, isWhole: true },
    { line: 1, from: 10, to: 13, kind: 'letters' },
    { line: 1, from: 13, to: 20, kind: 'digits', isProven: true, isWhole: true },
    { line: 1, from: 20, to: 21, kind: 'sex' },
    { line: 1, from: 21, to: 28, kind: 'digits', isProven: true, isWhole: true },
    { line: 1, from: 28, to: 43, kind: 'code', isWhole: true },
    { line: 1, from: 43, to: 44, kind: 'all' },
  ],
};
/** How many signs a line may have been read too long or too short and still be mended. */
const SLACK = 3;
const MOST_TRIES = 512;

/**
 * One zone of several readings of it: of each part the reading that its check digit proves, of the name the one that most
 * readings have. Undefined where no reading has lines of a known form.
 */
export function mergeMrz(readings: readonly (readonly string[])[]): MergedMrz | undefined {
  const mended = readings.map((lines) => lines.map(mendFillers));
  // A full line that is too long or too short says what it says at the wrong places, and counts where no other is there.
  for (const [form, isStrict] of [
    [CARD, true],
    [PASSPORT, true],
    [CARD, false],
    [PASSPORT, false],
  ] as const) {
    const aligned = mended.map((lines) => align(lines, form, isStrict));
    const isThere = Array.from({ length: form.lines }, (_, line) => line).every((line) =>
      aligned.some((lines) => lines[line] !== undefined),
    );
    if (isThere) return merge(aligned, form);
  }
  return undefined;
}

type Aligned = readonly (string | undefined)[];

/** The lines from the one that begins a zone; undefined in place of those of another length. */
function align(
  read: readonly string[],
  { start, lines: count, length }: Form,
  isStrict: boolean,
): Aligned {
  const lines = read.map((line) => withoutExtra(line, length));
  const at = lines.findIndex((line) => start.test(line) && Math.abs(line.length - length) <= SLACK);
  const own = at === -1 ? [] : lines.slice(at, at + count);
  const least = isStrict ? 0 : SLACK;
  return own.map((line) =>
    Math.abs(line.length - length) <= (/<{3}/.test(line) ? SLACK : least)
      ? fit(line, length)
      : undefined,
  );
}

/** In a run of fillers some are taken for letters that look like them; no name ends in such a run. */
function mendFillers(line: string): string {
  const signs = line.toUpperCase().replace(/[^A-Z0-9<]/g, '');
  return signs
    .replace(/<[<CKL]*$/, (run) => '<'.repeat(run.length))
    .replace(/<{2}[<CKL]{4,}(?=[0-9<])/g, (run) => '<'.repeat(run.length))
    .replace(/^.*$/, mendTails);
}

function merge(aligned: readonly Aligned[], form: Form): MergedMrz {
  const choices = form.parts.map((part) => choose(part, aligned));
  const isEachProven = choices.every(
    ({ part, texts }) => part.isProven === undefined || texts.some(isProven),
  );
  const whole = provenWhole(choices);
  const texts = whole ?? choices.map((one) => one.texts[0] ?? '');
  const lines = Array.from({ length: form.lines }, (_, line) =>
    form.parts.map((part, at) => (part.line === line ? texts[at] : '')).join(''),
  );
  const isAgreed = choices.every(
    ({ part, counts }, at) =>
      part.isWhole === true || part.kind === 'all' || (counts.get(texts[at] ?? '') ?? 0) > 1,
  );
  return { lines, isSound: isEachProven && whole !== undefined, isAgreed };
}

type Choice = { part: Part; texts: string[]; counts: ReadonlyMap<string, number> };

/** What the readings say of a part, the likeliest first. */
function choose(part: Part, aligned: readonly Aligned[]): Choice {
  const read = aligned.flatMap((lines) => {
    const line = lines[part.line];
    return line === undefined ? [] : asKind(part, line.slice(part.from, part.to));
  });
  const counts = new Map<string, number>();
  for (const text of read) counts.set(text, (counts.get(text) ?? 0) + 1);
  const weight = (text: string): number => (counts.get(text) ?? 0) + likeliness(part, text);
  const texts = [...counts.keys()].toSorted((one, other) => weight(other) - weight(one));
  const proven = part.isProven === undefined ? [] : texts.filter(isProven);
  return { part, texts: proven.length > 0 ? proven : texts, counts };
}

/** A check digit does not tell G from 6: numbers of passports begin with a letter where one was seen there. */
function likeliness({ kind, line, from, isProven: has }: Part, text: string): number {
  if (kind === 'letters' && text.endsWith('MEX')) return 0.5;
  // A nought among fillers is lost more often than one is made up.
  if (/^<{14}0$/.test(text)) return 1.5;
  return kind === 'code' && has === true && line === 1 && from === 0 && /^[A-Z]/.test(text) ? 9 : 0;
}

function isProven(text: string): boolean {
  return checkDigitOf(text.slice(0, -1)) === text.slice(-1);
}

/** The first of all choices that the last digit of the zone proves. */
function provenWhole(choices: readonly Choice[]): string[] | undefined {
  let tries: string[][] = [[]];
  for (const { texts } of choices) {
    tries = tries.flatMap((made) => texts.map((text) => [...made, text])).slice(0, MOST_TRIES);
  }
  return tries.find((texts) => {
    const whole = texts.filter((_, at) => choices[at]?.part.isWhole === true).join('');
    const digit = texts.find((_, at) => choices[at]?.part.kind === 'all');
    return checkDigitOf(whole) === digit;
  });
}

const DIGITS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    O: '0',
    D: '0',
    Q: '0',
    I: '1',
    L: '1',
    S: '5',
    B: '8',
    G: '6',
    Z: '2',
    A: '4',
    T: '7',
  }),
);
const LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({ 0: 'O', 1: 'I', 5: 'S', 8: 'B', 6: 'G', 2: 'Z' }),
);

/** What the issuer may add to a passport's number, left empty and read with more noughts than the one at its end. */
const NOTHING = /^(?=.{15}$)<{8,}0+$/;

/** With letters where only digits can stand made digits, and the other way round. */
function asKind({ kind, line }: Part, text: string): string[] {
  const toDigits = text.replace(/[A-Z]/g, (sign) => DIGITS.get(sign) ?? sign);
  if (kind === 'digits' || kind === 'all') return [toDigits];
  if (kind === 'sex') return /[MFHX<]/.test(text) ? [text] : [];
  if (kind === 'letters' || kind === 'name')
    return [text.replace(/\d/g, (sign) => LETTERS.get(sign) ?? sign)];
  // Codes hold letters seldom and digits mostly: a letter O is as good as never meant.
  const noLetterO = text.replaceAll('O', '0');
  if (line === 1 && NOTHING.test(noLetterO)) return ['<<<<<<<<<<<<<<0'];
  const allDigits = text.charAt(0) + toDigits.slice(1);
  return [...new Set([noLetterO, allDigits, text])];
}
