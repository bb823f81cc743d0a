import { findCountryCode } from '../../../../src/domain/countries/country-code.ts';

/** Forms of a counted noun; `many` is the Spanish form after 1,000,000. */
type Forms = { one: string; other: string; many?: string };

export type Formats = {
  count: (count: number, forms: Forms) => string;
  number: (value: number) => string;
  /** Share from 0 to 1 as a percentage. */
  share: (share: number) => string;
  /** Amount in centavos of the Mexican peso. */
  money: (centavos: number) => string;
  decimal: (value: number) => string;
  /** Instant with date and time, in the time of Mexico City. */
  time: (instant: string) => string;
  /** Time of the day only, in the time of Mexico City. */
  clock: (instant: string) => string;
  /** Date of the form YYYY-MM-DD in words; any other text is returned unchanged. */
  day: (text: string) => string;
  list: (items: readonly string[]) => string;
  /** Names of countries, however they are written, each once; text that denotes no country is returned unchanged. */
  countries: (texts: readonly (string | null)[]) => string[];
};

/** Zone in which instants are shown, whatever zone the browser is in. */
const TIME_ZONE = 'America/Mexico_City';

/** Creates the formats of a locale. */
export function createFormats(locale: string): Formats {
  const numbers = new Intl.NumberFormat(locale);
  const shares = new Intl.NumberFormat(locale, { style: 'percent' });
  const amounts = new Intl.NumberFormat(locale, { style: 'currency', currency: 'MXN' });
  const decimals = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const plurals = new Intl.PluralRules(locale);
  const lists = new Intl.ListFormat(locale);
  const regions = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
  const nameCountry = (text: string): string => {
    const code = findCountryCode(text);
    return (code && regions.of(code)) ?? text;
  };
  const times = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: TIME_ZONE,
  });
  const clocks = new Intl.DateTimeFormat(locale, { timeStyle: 'medium', timeZone: TIME_ZONE });
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return {
    count: (count, forms) => {
      const rule = plurals.select(count);
      const noun = rule === 'one' ? forms.one : rule === 'many' ? forms.many : forms.other;
      return `${numbers.format(count)} ${noun ?? forms.other}`;
    },
    number: (value) => numbers.format(value),
    share: (share) => shares.format(share),
    money: (centavos) => amounts.format(centavos / 100),
    decimal: (value) => decimals.format(value),
    time: (instant) => times.format(new Date(instant)),
    clock: (instant) => clocks.format(new Date(instant)),
    day: (text) => (isDay(text) ? days.format(new Date(text)) : text),
    list: (items) => lists.format(items),
    countries: (texts) => [...new Set(texts.filter((text) => text !== null).map(nameCountry))],
  };
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}
