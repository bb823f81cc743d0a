/** Range of possible birth dates, as precise as the source. */
export type BirthSpan = {
  /** Original text. */
  text: string;
  /** First and last day, `YYYY-MM-DD`. */
  from: string;
  to: string;
  isApproximate: boolean;
};

/**
 * Parses a day, a month or a year, each with `~` when approximate (`1960~`), or a range of two (`1973/1974`). Returns
 * undefined for other texts, and for a range that ends before it begins.
 */
export function parseBirthSpan(text: string): BirthSpan | undefined {
  const [startText = '', endText = startText, ...surplus] = text.split('/');
  const [start, end] = [parseDate(startText), parseDate(endText)];
  if (start === undefined || end === undefined || surplus.length > 0) return undefined;
  const [from, to] = [start.from, end.to];
  return from <= to
    ? { text, from, to, isApproximate: start.isApproximate || end.isApproximate }
    : undefined;
}

/** Number of years that an approximate year may be off. */
const APPROXIMATE_SLACK_YEARS = 1;

function parseDate(text: string): Omit<BirthSpan, 'text'> | undefined {
  const [, year, month, day, approximateMark] = /^(\d{4})(-\d{2})?(-\d{2})?(~)?$/.exec(text) ?? [];
  if (year === undefined) return undefined;
  const slack = approximateMark === undefined ? 0 : APPROXIMATE_SLACK_YEARS;
  return {
    from: `${formatYear(Number(year) - slack)}${month ?? '-01'}${day ?? '-01'}`,
    // Day 31 may not exist in the month; the value is only compared.
    to: `${formatYear(Number(year) + slack)}${month ?? '-12'}${day ?? '-31'}`,
    isApproximate: approximateMark !== undefined,
  };
}

function formatYear(year: number): string {
  return String(year).padStart(4, '0');
}

/** True when some day is in both ranges. */
export function haveCommonDay(a: BirthSpan, b: BirthSpan): boolean {
  return a.from <= b.to && b.from <= a.to;
}

/** True when the ranges are so close that one of them may be an error. */
export function areNear(a: BirthSpan, b: BirthSpan): boolean {
  const years = Math.max(getYear(b.from) - getYear(a.to), getYear(a.from) - getYear(b.to));
  return (
    years <= (a.isApproximate || b.isApproximate ? APPROXIMATE_YEARS_APART_MAX : YEARS_APART_MAX)
  );
}

/** Maximum distance of two ranges that may be equal: lists often contain approximate years without marking them. */
const YEARS_APART_MAX = 1;
/** The same for an approximate range, which already includes one year of slack: three from the stated year. */
const APPROXIMATE_YEARS_APART_MAX = 2;

function getYear(day: string): number {
  return Number(day.slice(0, 4));
}
