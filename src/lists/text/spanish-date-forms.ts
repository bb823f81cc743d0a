/** Shortest distinguishing starts of the month names, which are also abbreviations. */
const MONTH_PATTERNS = [
  'ene',
  'feb',
  'mar',
  'abr',
  'may',
  'jun',
  'jul',
  'ago',
  'se[pt]',
  'oct',
  'nov',
  'dic',
];

const UNITS = ['uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve'];
const TEENS = ['diez', 'once', 'doce', 'trece', 'catorce', 'quince'];

/** Numbers in words from 1 to 99, without accents and spaces: "veintiuno" and "veinte y uno" are equal. */
const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...UNITS.map((word, index): [string, number] => [word, index + 1]),
  ...TEENS.map((word, index): [string, number] => [word, index + 10]),
  ...listCompounds('dieci', 10),
  ...listCompounds('diezy', 10),
  ['veinte', 20] as const,
  ...listCompounds('veinti', 20),
  ...listCompounds('veintey', 20),
  ...['treinta', 'cuarenta', 'cincuenta', 'sesenta', 'setenta', 'ochenta', 'noventa'].flatMap(
    (word, index): [string, number][] => [
      [word, 30 + index * 10],
      ...listCompounds(`${word}y`, 30 + index * 10),
    ],
  ),
  ['primero', 1] as const,
  ['primer', 1] as const,
  ['un', 1] as const,
  ['veintiun', 21] as const,
  ['treintayun', 31] as const,
]);

function listCompounds(prefix: string, value: number): [string, number][] {
  return UNITS.map((word, index) => [`${prefix}${word}`, value + index + 1]);
}

const MONTH_NAME = '(?:ene|feb|mar|abr|may|jun|jul|ago|sep|set|oct|nov|dic)\\p{L}{0,8}';
const DAY_NUMBER = '\\d{1,2}';
/** "1°", "1º", "1o.", "1ro.", "1er.", "30vo". */
const ORDINAL = '\\s?\\.?(?:[°ºª˚]|(?:er|ro|ero|do|to|vo|mo|o|a)(?![\\p{L}]))?\\.?';
const DAY_WORDS =
  '(?:primero?|un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|dieci\\p{L}+|veinti\\p{L}+|veinte|treinta(?:\\s+y\\s+(?:un[oa]?|ún))?)';
const YEAR_WORDS = 'dos\\s+mil(?:\\s+\\p{L}+(?:\\s+y\\s+\\p{L}+)?)?';
const LINK = '(?:\\s*(?:,|\\bde[l]?\\b(?:\\s+mes\\s+de\\b)?|[-/.])\\s*|\\s+)';
const YEAR_LINK = '(?:\\s*(?:,|\\bde[l]?\\b(?:\\s+a[nñ]o\\b)?|[-/.])\\s*|\\s+)(?:de[l]?\\s+)?';
const YEAR = `(?<year>\\d{4}(?!\\d)|${YEAR_WORDS})`;

const createPattern = (source: string): RegExp => new RegExp(source, 'giu');

/** Notations of a date in Spanish, with the groups `day`, `month` and `year`. */
export const DATE_FORMS: readonly RegExp[] = [
  // "1o. de abril de 2026", "30-abr-2026", "treinta de abril de dos mil veintiséis".
  createPattern(
    `(?<![\\d\\p{L}])(?<day>${DAY_NUMBER}|${DAY_WORDS})${ORDINAL}${LINK}(?<month>${MONTH_NAME})\\.?${YEAR_LINK}${YEAR}`,
  ),
  // "abril 30, 2026".
  createPattern(
    `(?<!\\p{L})(?<month>${MONTH_NAME})\\.?\\s+(?<day>${DAY_NUMBER})${ORDINAL}\\s*(?:,|del?)\\s*${YEAR}`,
  ),
  // "30/09/2026", "30.9.2026", "30-09-26".
  createPattern(
    '(?<![\\d/.-])(?<day>\\d{1,2})\\s?(?<between>[/.-])\\s?(?<month>\\d{1,2})\\s?\\k<between>\\s?(?<year>\\d{4}|\\d{2})(?![\\d/-])',
  ),
  // "2026-09-30".
  createPattern(
    '(?<![\\d/.-])(?<year>\\d{4})[-/](?<month>\\d{1,2})[-/](?<day>\\d{1,2})(?![\\d/-])',
  ),
];

/** Returns the day of a number, in digits or words. NaN for other text. */
export function parseDay(text: string): number {
  return /^\d/.test(text) ? Number(text) : (NUMBER_WORDS.get(toPlainWord(text)) ?? Number.NaN);
}

/** Returns the month of a number, or of a full or abbreviated name. NaN for another name. */
export function parseMonth(text: string): number {
  if (/^\d/.test(text)) return Number(text);
  const word = toPlainWord(text);
  const index = MONTH_PATTERNS.findIndex((start) => new RegExp(`^${start}`).test(word));
  return index !== -1 && isMonthName(index, word) ? index + 1 : Number.NaN;
}

/** Returns the year of two or four digits, or of words from "dos mil". NaN for other words after "dos mil". */
export function parseYear(text: string): number {
  if (/^\d/.test(text)) return text.length === 2 ? 2000 + Number(text) : Number(text);
  const [, wordsAfter = ''] = /^dosmil(.*)$/.exec(toPlainWord(text)) ?? [];
  return wordsAfter === '' ? 2000 : 2000 + (NUMBER_WORDS.get(wordsAfter) ?? Number.NaN);
}

const MONTH_NAMES = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
];

/** True for a full or abbreviated month name and for "setiembre". */
function isMonthName(index: number, word: string): boolean {
  const name = MONTH_NAMES[index] ?? '';
  return (
    name.startsWith(word) || (index === 8 && ('setiembre'.startsWith(word) || word === 'sept'))
  );
}

function toPlainWord(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}\s.]/gu, '')
    .toLowerCase();
}
