import { cleanName } from './clean-name.ts';
import { maskForbiddenWord } from './forbidden-words.ts';

export type PersonName = { given: string; paternal: string; maternal: string };

/** Words that are ignored unless no others are left. */
const PARTICLES = new Set(['DE', 'LA', 'LAS', 'MC', 'VON', 'DEL', 'LOS', 'Y', 'MAC', 'VAN', 'MI']);
/** Given names so common that the next one is used instead. A single `J` is not among them, as the SAT's lists show. */
const COMMON_NAMES = new Set(['MARIA', 'MA', 'JOSE']);

/** Returns the four letters at the start of a natural person's RFC; undefined without a given name or any surname. */
export function toPersonLetters(name: PersonName): string | undefined {
  const [paternal, maternal] = [getFirstWord(name.paternal), getFirstWord(name.maternal)];
  const givenName = getGivenName(name.given);
  const surname = paternal === '' ? maternal : paternal;
  if (givenName === '' || surname === '') return undefined;
  if (paternal === '' || maternal === '')
    return maskLetters(surname.slice(0, 2) + givenName.slice(0, 2));
  if (paternal.length <= 2)
    return maskLetters(paternal.charAt(0) + maternal.charAt(0) + givenName.slice(0, 2));
  const vowel = /[AEIOU]/.exec(paternal.slice(1))?.[0] ?? 'X';
  return maskLetters(paternal.charAt(0) + vowel + maternal.charAt(0) + givenName.charAt(0));
}

/** Returns the full name from which the homoclave is computed. */
export function toPersonFullName({ given, paternal, maternal }: PersonName): string {
  return cleanName([paternal, maternal, given].join(' '));
}

/** Returns four letters, filled with X, without a forbidden word. */
function maskLetters(letters: string): string {
  return maskForbiddenWord(letters.padEnd(4, 'X'));
}

function getFirstWord(text: string): string {
  return listSignificantWords(text)[0] ?? '';
}

function getGivenName(text: string): string {
  const [firstName = '', secondName] = listSignificantWords(text);
  return secondName !== undefined && COMMON_NAMES.has(firstName) ? secondName : firstName;
}

function listSignificantWords(text: string): string[] {
  const words = cleanName(text).split(' ');
  const significantWords = words.filter((word) => !PARTICLES.has(word));
  return significantWords.length > 0 ? significantWords : words;
}
