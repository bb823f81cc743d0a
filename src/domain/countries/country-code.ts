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
 * The ISO 3166-1 alpha-2 code of a country, whichever code of ISO or ICAO, name or adjective in English or Spanish it is written
 * by, official long names included; undefined for what is none. Current codes win over withdrawn ones.
 */
export function findCountryCode(text: string): string | undefined {
  const written = fold(text);
  table ??= makeTable();
  const found = table.get(written) ?? table.get(sortWords(written));
  return found ?? table.get(sortWords(written.split(' ').filter(isTelling).join(' ')));
}

/** The same; what is not known so, in capital letters as it was written. */
export function countryCode(text: string): string {
  return findCountryCode(text) ?? fold(text);
}

/** Returns the Spanish name of a country, however it is written; other text is returned as it is. */
export function spanishCountryName(text: string): string {
  const code = findCountryCode(text);
  const names: Readonly<Record<string, string | string[] | undefined>> = spanish.countries;
  const [name] = [code === undefined ? undefined : names[code]].flat();
  return name ?? text;
}

/** True when both are written for the same country; false as well where one of them is none. */
export function isSameCountry(one: string, other: string): boolean {
  const code = findCountryCode(one);
  return code !== undefined && code === findCountryCode(other);
}

/** First come, first kept: what is current before what was, codes before names, names before adjectives. */
function makeTable(): ReadonlyMap<string, string> {
  const made = new Map<string, string>();
  const add = (name: string, code: string): void => {
    if (name !== '' && !made.has(name)) made.set(name, code);
  };
  for (const [alpha2 = '', alpha3 = ''] of codes) {
    add(alpha2, alpha2);
    add(alpha3, alpha2);
  }
  add('XK', 'XK');
  for (const [name, code] of [...OTHER_CODES, ...FORMER_CODES]) add(name, code);
  for (const [, code] of FORMER_CODES) add(code, code);
  const names: Pair[] = [...OTHER_NAMES, ...FORMER_NAMES, ...namesOf(english), ...namesOf(spanish)];
  for (const [name, code] of names) add(fold(name), code);
  const adjectives = [...SPANISH_ADJECTIVES.flatMap(inflect), ...ENGLISH_ADJECTIVES];
  for (const [name, code] of adjectives.flatMap(withPlural)) add(fold(name), code);
  const phrases = [...made].filter(([name]) => name.includes(' '));
  for (const [name, code] of phrases) add(sortWords(name), code);
  return made;
}

function namesOf({ countries }: { countries: Record<string, string | string[]> }): Pair[] {
  return Object.entries(countries).flatMap(([code, names]) =>
    [names].flat().map((name): Pair => [name, code]),
  );
}

/** MEXICANO, MEXICANA; FRANCES, FRANCESA; ALEMAN, ALEMANA; ESPAÑOL, ESPAÑOLA. */
function inflect([name, code]: Pair): Pair[] {
  const feminine = name.endsWith('O') ? `${name.slice(0, -1)}A` : `${name}A`;
  const isInflected = name.endsWith('O') || /(?:ES|AN|ON|ÑOL)$/.test(name);
  return isInflected
    ? [
        [name, code],
        [feminine, code],
      ]
    : [[name, code]];
}

function withPlural([name, code]: Pair): Pair[] {
  const plural = /[AEIOU]$/.test(name) ? 'S' : 'ES';
  return [
    [name, code],
    [`${name}${plural}`, code],
    [`${name}S`, code],
  ];
}

/** Words that join others stand in any order and number: KOREA, REPUBLIC OF. */
function sortWords(written: string): string {
  return written
    .split(' ')
    .filter((word) => !JOINING.has(word))
    .toSorted()
    .join(' ');
}

const JOINING: ReadonlySet<string> = new Set('OF THE AND DE DEL LA LAS LOS EL Y E'.split(' '));

function isTelling(word: string): boolean {
  return !STATE_WORDS.has(word);
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/['’.]/g, '')
    .toUpperCase()
    .replace(/[^A-Z]+/g, ' ')
    .trim();
}
