import { cleanName } from '../tax/clean-name.ts';
import type { PersonName } from '../tax/person-letters.ts';

const PARTICLES = new Set(
  'DA DAS DE DEL DER DI DIE DD EL LA LAS LE LES LOS MAC MC VAN VON Y'.split(' '),
);
const COMMON_NAMES = new Set('MARIA MA M JOSE J'.split(' '));

/**
 * True when the letters of a CURP match the name. Null when the name is unknown. X as the second letter counts as a
 * match: it replaces a letter of an inconvenient word.
 */
export function doesCurpMatchName(curp: string, name: PersonName): boolean | null {
  const paternal = firstWord(name.paternal);
  const maternal = firstWord(name.maternal);
  const given = givenName(name.given);
  if (paternal === '' || given === '') return null;
  const letters = [
    initialOf(paternal),
    innerVowel(paternal),
    initialOf(maternal),
    initialOf(given),
  ];
  const consonants = [innerConsonant(paternal), innerConsonant(maternal), innerConsonant(given)];
  const expected = [...letters, ...consonants];
  const actual = Array.from(curp.slice(0, 4) + curp.slice(13, 16));
  return expected.every(
    (letter, index) => letter === actual[index] || (index === 1 && actual[1] === 'X'),
  );
}

function initialOf(word: string): string {
  return replaceEnye(word.charAt(0)) || 'X';
}

function innerVowel(word: string): string {
  return /[AEIOU]/.exec(word.slice(1))?.[0] ?? 'X';
}

function innerConsonant(word: string): string {
  return replaceEnye(/[B-DF-HJ-NP-TV-ZÑ]/.exec(word.slice(1))?.[0] ?? '') || 'X';
}

function replaceEnye(letter: string): string {
  return letter === 'Ñ' ? 'X' : letter;
}

function firstWord(text: string): string {
  return significantWords(text)[0] ?? '';
}

function givenName(text: string): string {
  const [firstGiven = '', secondGiven] = significantWords(text);
  return secondGiven !== undefined && COMMON_NAMES.has(firstGiven) ? secondGiven : firstGiven;
}

function significantWords(text: string): string[] {
  const words = cleanName(text)
    .split(' ')
    .filter((word) => word !== '');
  const significant = words.filter((word) => !PARTICLES.has(word));
  return significant.length > 0 ? significant : words;
}

/** Returns the name with Ñ instead of N where the CURP has X for the letter. */
export function recoverEnye(
  word: string,
  { initial, consonant }: { initial: string | undefined; consonant: string | undefined },
): string | undefined {
  const significant = firstWord(word);
  const start = cleanName(word).indexOf(significant);
  if (significant === '' || start === -1 || word.length !== cleanName(word).length)
    return undefined;
  if (initial === 'X' && significant.startsWith('N')) return withEnye(word, start);
  const inner = significant.slice(1).search(/[B-DF-HJ-NP-TV-ZÑ]/);
  if (consonant !== 'X' || inner === -1 || significant.charAt(inner + 1) !== 'N') return undefined;
  return withEnye(word, start + inner + 1);
}

function withEnye(word: string, index: number): string {
  return `${word.slice(0, index)}Ñ${word.slice(index + 1)}`;
}
