import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import spanish from 'i18n-iso-countries/langs/es.json' with { type: 'json' };
import { ENGLISH_ADJECTIVES, SPANISH_ADJECTIVES } from './adjectives.ts';
import {
  FORMER_CODES,
  FORMER_NAMES,
  OTHER_CODES,
  OTHER_NAMES,
  STATE_WORDS,
} from './other-names.ts';

type Pair = readonly [name: string, code: string];

let table: ReadonlyMap<string, string> | undefined;

/**
 * Returns the ISO 3166-1 alpha-2 code of a country written as a code of ISO or ICAO, or as a name, official long name
 * or adjective in English or Spanish; undefined otherwise. Current codes take precedence over withdrawn ones.
 */
export function findCountryCode(text: string): string | undefined {
  const normalized = normalizeName(text);
  table ??= createTable();
  const exact = table.get(normalized) ?? table.get(sortWords(normalized));
  return exact ?? table.get(sortWords(normalized.split(' ').filter(isDistinctive).join(' ')));
}

/** Returns the code of a country, or the normalized text when the country is unknown. */
export function toCountryCode(text: string): string {
  return findCountryCode(text) ?? normalizeName(text);
}

/** Returns the Spanish name of a country, however it is written; other text is returned as it is. */
export function toSpanishCountryName(text: string): string {
  const code = findCountryCode(text);
  const names: Readonly<Record<string, string | string[] | undefined>> = spanish.countries;
  const [name] = [code === undefined ? undefined : names[code]].flat();
  return name ?? text;
}

/** True when both texts denote the same country; false when either denotes none. */
export function isSameCountry(first: string, second: string): boolean {
  const code = findCountryCode(first);
  return code !== undefined && code === findCountryCode(second);
}

/**
 * Creates the table of names. The first entry of a name wins: current before former, codes before names, names before
 * adjectives.
 */
function createTable(): ReadonlyMap<string, string> {
  const codeByName = new Map<string, string>();
  const add = (name: string, code: string): void => {
    if (name !== '' && !codeByName.has(name)) codeByName.set(name, code);
  };
  for (const [alpha2 = '', alpha3 = ''] of codes) {
    add(alpha2, alpha2);
    add(alpha3, alpha2);
  }
  // Kosovo: in use, but not assigned by ISO 3166-1.
  add('XK', 'XK');
  for (const [name, code] of [...OTHER_CODES, ...FORMER_CODES]) add(name, code);
  for (const [, code] of FORMER_CODES) add(code, code);
  const names: Pair[] = [
    ...OTHER_NAMES,
    ...FORMER_NAMES,
    ...listNames(english),
    ...listNames(spanish),
  ];
  for (const [name, code] of names) add(normalizeName(name), code);
  const adjectives = [...SPANISH_ADJECTIVES.flatMap(listGenders), ...ENGLISH_ADJECTIVES];
  for (const [name, code] of adjectives.flatMap(listWithPlurals)) add(normalizeName(name), code);
  const phrases = [...codeByName].filter(([name]) => name.includes(' '));
  for (const [name, code] of phrases) add(sortWords(name), code);
  return codeByName;
}

function listNames({ countries }: { countries: Record<string, string | string[]> }): Pair[] {
  return Object.entries(countries).flatMap(([code, names]) =>
    [names].flat().map((name): Pair => [name, code]),
  );
}

/** Returns an adjective and its feminine form: MEXICANO, MEXICANA; FRANCES, FRANCESA; ALEMAN, ALEMANA. */
function listGenders([name, code]: Pair): Pair[] {
  const feminine = name.endsWith('O') ? `${name.slice(0, -1)}A` : `${name}A`;
  const isInflected = name.endsWith('O') || /(?:ES|AN|ON|ÑOL)$/.test(name);
  return isInflected
    ? [
        [name, code],
        [feminine, code],
      ]
    : [[name, code]];
}

/** Returns an adjective with its Spanish plural and its English one, which always adds S. */
function listWithPlurals([name, code]: Pair): Pair[] {
  const plural = /[AEIOU]$/.test(name) ? 'S' : 'ES';
  return [
    [name, code],
    [`${name}${plural}`, code],
    [`${name}S`, code],
  ];
}

/** Sorts the words and removes connectives, so that KOREA, REPUBLIC OF equals REPUBLIC OF KOREA. */
function sortWords(text: string): string {
  return text
    .split(' ')
    .filter((word) => !CONNECTIVES.has(word))
    .toSorted()
    .join(' ');
}

const CONNECTIVES: ReadonlySet<string> = new Set('OF THE AND DE DEL LA LAS LOS EL Y E'.split(' '));

function isDistinctive(word: string): boolean {
  return !STATE_WORDS.has(word);
}

function normalizeName(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/['’.]/g, '')
    .toUpperCase()
    .replace(/[^A-Z]+/g, ' ')
    .trim();
}
