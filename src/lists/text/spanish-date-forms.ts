/** Beginnings of the months that distinguish them, in their order; each is also an abbreviation. */
const MONTHS = [
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

/** Numbers in words, from 1 to 99, without accents and blanks: "veintiuno" and "veinte y uno" are one. */
const NUMBERS: ReadonlyMap<string, number> = new Map([
  ...UNITS.map((word, index): [string, number] => [word, index + 1]),
  ...TEENS.map((word, index): [string, number] => [word, index + 10]),
  ...tens('dieci', 10),
  ...tens('diezy', 10),
  ['veinte', 20] as const,
  ...tens('veinti', 20),
  ...tens('veintey', 20),
  ...['treinta', 'cuarenta', 'cincuenta', 'sesenta', 'setenta', 'ochenta', 'noventa'].flatMap(
    (word, index): [string, number][] => [
      [word, 30 + index * 10],
      ...tens(`${word}y`, 30 + index * 10),
    ],
  ),
  ['primero', 1] as const,
  ['primer', 1] as const,
  ['un', 1] as const,
  ['veintiun', 21] as const,
  ['treintayun', 31] as const,
]);

function tens(start: string, value: number): [string, number][] {
  return UNITS.map((word, index) => [`${start}${word}`, value + index + 1]);
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

const pattern = (source: string): RegExp => new RegExp(source, 'giu');

/** The forms in which Spanish writes a day, with the groups `day`, `month` and `year`. */
export const DATE_FORMS: readonly RegExp[] = [
  // "1o. de abril de 2026", "30-abr-2026", "treinta de abril de dos mil veintiséis".
  pattern(
    `(?<![\\d\\p{L}])(?<day>${DAY_NUMBER}|${DAY_WORDS})${ORDINAL}${LINK}(?<month>${MONTH_NAME})\\.?${YEAR_LINK}${YEAR}`,
  ),
  // "abril 30, 2026".
  pattern(
    `(?<!\\p{L})(?<month>${MONTH_NAME})\\.?\\s+(?<day>${DAY_NUMBER})${ORDINAL}\\s*(?:,|del?)\\s*${YEAR}`,
  ),
  // "30/09/2026", "30.9.2026", "30-09-26".
  pattern(
    '(?<![\\d/.-])(?<day>\\d{1,2})\\s?(?<between>[/.-])\\s?(?<month>\\d{1,2})\\s?\\k<between>\\s?(?<year>\\d{4}|\\d{2})(?![\\d/-])',
  ),
  // "2026-09-30".
  pattern('(?<![\\d/.-])(?<year>\\d{4})[-/](?<month>\\d{1,2})[-/](?<day>\\d{1,2})(?![\\d/-])'),
];

export function readDay(text: string): number {
  return /^\d/.test(text) ? Number(text) : (NUMBERS.get(plain(text)) ?? Number.NaN);
}

/** The month of a number, or of a name as far as it is written. */
export function readMonth(text: string): number {
  if (/^\d/.test(text)) return Number(text);
  const word = plain(text);
  const index = MONTHS.findIndex((start) => new RegExp(`^${start}`).test(word));
  return index !== -1 && isNameOf(index, word) ? index + 1 : Number.NaN;
}

export function readYear(text: string): number {
  if (/^\d/.test(text)) return text.length === 2 ? 2000 + Number(text) : Number(text);
  const [, rest = ''] = /^dosmil(.*)$/.exec(plain(text)) ?? [];
  return rest === '' ? 2000 : 2000 + (NUMBERS.get(rest) ?? Number.NaN);
}

const NAMES = [
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

/** Whole, as an abbreviation, or "setiembre". */
function isNameOf(index: number, word: string): boolean {
  const name = NAMES[index] ?? '';
  return (
    name.startsWith(word) || (index === 8 && ('setiembre'.startsWith(word) || word === 'sept'))
  );
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}\s.]/gu, '')
    .toLowerCase();
}
