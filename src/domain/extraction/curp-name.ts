import { cleanName } from '../tax/clean-name.ts';
import type { PersonName } from '../tax/person-letters.ts';

const PARTICLES = new Set(
  'DA DAS DE DEL DER DI DIE DD EL LA LAS LE LES LOS MAC MC VAN VON Y'.split(' '),
);
const COMMON_NAMES = new Set('MARIA MA M JOSE J'.split(' '));

/**
 * True when the letters of a CURP are those of the name. Null when the name is unknown. X as the second letter is not a
 * difference: it replaces a letter of an inconvenient word.
 */
export function curpFitsName(curp: string, name: PersonName): boolean | null {
  const paternal = firstWord(name.paternal);
  const maternal = firstWord(name.maternal);
  const given = givenName(name.given);
  if (paternal === '' || given === '') return null;
  const letters = [first(paternal), innerVowel(paternal), first(maternal), first(given)];
  const consonants = [innerConsonant(paternal), innerConsonant(maternal), innerConsonant(given)];
  const expected = [...letters, ...consonants];
  const actual = Array.from(curp.slice(0, 4) + curp.slice(13, 16));
  return expected.every(
    (letter, place) => letter === actual[place] || (place === 1 && actual[1] === 'X'),
  );
}

function first(word: string): string {
  return plain(word.charAt(0)) || 'X';
}

function innerVowel(word: string): string {
  return /[AEIOU]/.exec(word.slice(1))?.[0] ?? 'X';
}

function innerConsonant(word: string): string {
  return plain(/[B-DF-HJ-NP-TV-ZÑ]/.exec(word.slice(1))?.[0] ?? '') || 'X';
}

function plain(letter: string): string {
  return letter === 'Ñ' ? 'X' : letter;
}

function firstWord(text: string): string {
  return countingWords(text)[0] ?? '';
}

function givenName(text: string): string {
  const [one = '', other] = countingWords(text);
  return other !== undefined && COMMON_NAMES.has(one) ? other : one;
}

function countingWords(text: string): string[] {
  const words = cleanName(text)
    .split(' ')
    .filter((word) => word !== '');
  const counting = words.filter((word) => !PARTICLES.has(word));
  return counting.length > 0 ? counting : words;
}

/** Returns the name with Ñ instead of N where the CURP has X for the letter. */
export function recoverEnye(
  word: string,
  { initial, consonant }: { initial: string | undefined; consonant: string | undefined },
): string | undefined {
  const counting = firstWord(word);
  const start = cleanName(word).indexOf(counting);
  if (counting === '' || start === -1 || word.length !== cleanName(word).length) return undefined;
  if (initial === 'X' && counting.startsWith('N')) return withEnye(word, start);
  const inner = counting.slice(1).search(/[B-DF-HJ-NP-TV-ZÑ]/);
  if (consonant !== 'X' || inner === -1 || counting.charAt(inner + 1) !== 'N') return undefined;
  return withEnye(word, start + inner + 1);
}

function withEnye(word: string, place: number): string {
  return `${word.slice(0, place)}Ñ${word.slice(place + 1)}`;
}
