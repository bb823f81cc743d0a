import { cleanName } from '../tax/clean-name.ts';
import type { PersonName } from '../tax/person-letters.ts';

/** Words of a name that CURPs skip. */
export const PARTICLES: ReadonlySet<string> = new Set(
  'DA DAS DE DEL DER DI DIE DD EL LA LAS LE LES LOS MAC MC VAN VON Y'.split(' '),
);
/** Given names that a CURP skips when another one follows. */
const COMMON_NAMES = new Set('MARIA MA M JOSE J'.split(' '));

/**
 * True when the letters of a CURP match the name. Null when the paternal surname or the given name is unknown. X as the
 * second letter counts as a match: it replaces a letter of an inconvenient word.
 */
export function doesCurpMatchName(curp: string, name: PersonName): boolean | null {
  const paternal = getFirstWord(name.paternal);
  const maternal = getFirstWord(name.maternal);
  const givenName = getGivenName(name.given);
  if (paternal === '' || givenName === '') return null;
  const letters = [
    getInitial(paternal),
    getInnerVowel(paternal),
    getInitial(maternal),
    getInitial(givenName),
  ];
  const consonants = [
    getInnerConsonant(paternal),
    getInnerConsonant(maternal),
    getInnerConsonant(givenName),
  ];
  const expected = [...letters, ...consonants];
  const actual = Array.from(curp.slice(0, 4) + curp.slice(13, 16));
  return expected.every(
    (letter, index) => letter === actual[index] || (index === 1 && actual[1] === 'X'),
  );
}

function getInitial(word: string): string {
  return replaceEnye(word.charAt(0)) || 'X';
}

function getInnerVowel(word: string): string {
  return /[AEIOU]/.exec(word.slice(1))?.[0] ?? 'X';
}

function getInnerConsonant(word: string): string {
  return replaceEnye(/[B-DF-HJ-NP-TV-ZÑ]/.exec(word.slice(1))?.[0] ?? '') || 'X';
}

function replaceEnye(letter: string): string {
  return letter === 'Ñ' ? 'X' : letter;
}

function getFirstWord(text: string): string {
  return listSignificantWords(text)[0] ?? '';
}

function getGivenName(text: string): string {
  const [firstGiven = '', secondGiven] = listSignificantWords(text);
  return secondGiven !== undefined && COMMON_NAMES.has(firstGiven) ? secondGiven : firstGiven;
}

function listSignificantWords(text: string): string[] {
  const words = cleanName(text)
    .split(' ')
    .filter((word) => word !== '');
  const significantWords = words.filter((word) => !PARTICLES.has(word));
  return significantWords.length > 0 ? significantWords : words;
}

/**
 * Returns the name with Ñ instead of N where the CURP has X for the letter. `initial` and `consonant` are the letters
 * of the CURP for this name. Returns undefined when the name has no N in that position.
 */
export function recoverEnye(
  name: string,
  { initial, consonant }: { initial: string | undefined; consonant: string | undefined },
): string | undefined {
  const word = getFirstWord(name);
  const start = cleanName(name).indexOf(word);
  // The index in the cleaned name is valid in the name only when both have the same length.
  if (word === '' || start === -1 || name.length !== cleanName(name).length) return undefined;
  if (initial === 'X' && word.startsWith('N')) return insertEnye(name, start);
  const inner = word.slice(1).search(/[B-DF-HJ-NP-TV-ZÑ]/);
  if (consonant !== 'X' || inner === -1 || word.charAt(inner + 1) !== 'N') return undefined;
  return insertEnye(name, start + inner + 1);
}

function insertEnye(name: string, index: number): string {
  return `${name.slice(0, index)}Ñ${name.slice(index + 1)}`;
}
