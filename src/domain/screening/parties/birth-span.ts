/** The days on which somebody may have been born, as far as a list or a caller knows it. */
export type BirthSpan = {
  /** As it is written. */
  text: string;
  /** The first and the last day, `YYYY-MM-DD`. */
  from: string;
  to: string;
  isAbout: boolean;
};

/** Of a day, a month, a year, one of them about (`1960~`), or from one to another (`1973/1974`); undefined for what is none. */
export function readBirthSpan(text: string): BirthSpan | undefined {
  const [first = '', last = first, ...rest] = text.split('/');
  const [begin, end] = [readPoint(first), readPoint(last)];
  if (begin === undefined || end === undefined || rest.length > 0) return undefined;
  const [from, to] = [begin.from, end.to];
  return from <= to ? { text, from, to, isAbout: begin.isAbout || end.isAbout } : undefined;
}

/** Who is born about a year may be born in the one before or the one after. */
const ABOUT_YEARS = 1;

function readPoint(text: string): Omit<BirthSpan, 'text'> | undefined {
  const [, year, month, day, about] = /^(\d{4})(-\d{2})?(-\d{2})?(~)?$/.exec(text) ?? [];
  if (year === undefined) return undefined;
  const slack = about === undefined ? 0 : ABOUT_YEARS;
  return {
    from: `${write(Number(year) - slack)}${month ?? '-01'}${day ?? '-01'}`,
    // No month is longer; it is only ever compared.
    to: `${write(Number(year) + slack)}${month ?? '-12'}${day ?? '-31'}`,
    isAbout: about !== undefined,
  };
}

function write(year: number): string {
  return String(year).padStart(4, '0');
}

/** Whether there is a day on which both may be born. */
export function mayBeSame(a: BirthSpan, b: BirthSpan): boolean {
  return a.from <= b.to && b.from <= a.to;
}

/** Whether they are so few years apart that somebody may have noted one of them wrongly. */
export function isNear(a: BirthSpan, b: BirthSpan): boolean {
  const years = Math.max(yearOf(b.from) - yearOf(a.to), yearOf(a.from) - yearOf(b.to));
  return years <= (a.isAbout || b.isAbout ? ABOUT_APART_MAX : APART_MAX);
}

/** Lists often know the year only about, and do not say so. */
const APART_MAX = 1;
/** Three from the year that is named. */
const ABOUT_APART_MAX = 2;

function yearOf(day: string): number {
  return Number(day.slice(0, 4));
}
