import { cleanName } from './clean-name.ts';
import { maskForbiddenWord } from './forbidden-words.ts';

export type PersonName = { given: string; paternal: string; maternal: string };

/** Words that do not count where others are left. */
const PARTICLES = new Set(['DE', 'LA', 'LAS', 'MC', 'VON', 'DEL', 'LOS', 'Y', 'MAC', 'VAN', 'MI']);
/** Given names so common that the one after counts instead. A `J` alone counts: the SAT's lists show it. */
const COMMON_NAMES = new Set(['MARIA', 'MA', 'JOSE']);

/** The four letters that a natural person's RFC begins with; undefined without a given name and a surname. */
export function personLetters(name: PersonName): string | undefined {
  const [paternal, maternal] = [firstWord(name.paternal), firstWord(name.maternal)];
  const given = givenName(name.given);
  const only = paternal === '' ? maternal : paternal;
  if (given === '' || only === '') return undefined;
  if (paternal === '' || maternal === '') return toLetters(only.slice(0, 2), given.slice(0, 2));
  if (paternal.length <= 2)
    return toLetters(paternal.charAt(0) + maternal.charAt(0), given.slice(0, 2));
  const vowel = /[AEIOU]/.exec(paternal.slice(1))?.[0] ?? 'X';
  return toLetters(paternal.charAt(0) + vowel, maternal.charAt(0) + given.charAt(0));
}

/** The name as the homoclave is computed from. */
export function personFullName({ given, paternal, maternal }: PersonName): string {
  return cleanName([paternal, maternal, given].join(' '));
}

function toLetters(first: string, second: string): string {
  return maskForbiddenWord((first + second).padEnd(4, 'X'));
}

function firstWord(text: string): string {
  return countingWords(text)[0] ?? '';
}

function givenName(text: string): string {
  const [first = '', second] = countingWords(text);
  return second !== undefined && COMMON_NAMES.has(first) ? second : first;
}

function countingWords(text: string): string[] {
  const words = cleanName(text).split(' ');
  const counting = words.filter((word) => !PARTICLES.has(word));
  return counting.length > 0 ? counting : words;
}
