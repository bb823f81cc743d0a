import { computeEditCost } from '../edit-distance/edit-cost.ts';
import { CONSONANTS_KEY_LENGTH_MIN, CONSONANTS_KEY_PREFIX } from '../names/blocking-keys.ts';
import type { PreparedName } from '../names/prepare-name.ts';
import { getTypoCostMax, isSignificant } from '../names/score-letters.ts';

/** Maximum number of words; of longer names two words are found exactly, or together. */
const WORDS_MAX = 2;
/** Maximum number of letters; longer words have enough consonants. */
const LETTERS_MAX = 10;
/** Alphabets of `toConsonants` and of words. */
const CONSONANTS = 'BFJKLMNRST'.split('');
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');

/**
 * Returns keys of names that differ in one letter, regardless of word boundaries, for names so short that no word may
 * be spelt alike: sorted consonants with one inserted, deleted or substituted; and, with too few consonants, the same
 * edits of all letters within the typing errors that scoring accepts. Used in queries only and not indexed. Fewer than
 * 600 keys.
 */
export function listTypoKeys(name: PreparedName): string[] {
  if (name.isVowelless || name.tokens.filter(isSignificant).length > WORDS_MAX) return [];
  const consonants = name.consonants.split('');
  const consonantKeys = listConsonantTypos(consonants)
    .filter(({ length }) => length >= CONSONANTS_KEY_LENGTH_MIN)
    .map((letters) => CONSONANTS_KEY_PREFIX + letters.toSorted().join(''));
  const words = consonants.length < CONSONANTS_KEY_LENGTH_MIN ? listWordTypos(name) : [];
  return [...new Set([...consonantKeys, ...words])];
}

/** Returns the single edits of a set of consonants, ignoring order and therefore repeated letters. */
function listConsonantTypos(letters: readonly string[]): string[][] {
  const deletions = [...new Set(letters)].map((letter) =>
    letters.toSpliced(letters.indexOf(letter), 1),
  );
  const substitutions = deletions.flatMap((remaining) =>
    CONSONANTS.map((letter) => [...remaining, letter]),
  );
  return [...deletions, ...substitutions, ...CONSONANTS.map((letter) => [...letters, letter])];
}

/** Returns the texts that a short name may be after one typing error. */
function listWordTypos({ tokens }: PreparedName): string[] {
  const nameText = tokens.map(({ text }) => text).join('');
  if (nameText.length > LETTERS_MAX) return [];
  const costMax = getTypoCostMax(nameText.length + 1);
  const edits = listSingleEdits(nameText.split('')).map((letters) => letters.join(''));
  return [nameText, ...edits.filter((text) => computeEditCost(text, nameText, costMax) <= costMax)];
}

/** Returns all single edits: deletions, substitutions, insertions and transpositions. */
function listSingleEdits(letters: readonly string[]): string[][] {
  const indexes = [...letters.keys()];
  return [
    ...indexes.map((index) => letters.toSpliced(index, 1)),
    ...indexes.flatMap((index) => LETTERS.map((letter) => letters.with(index, letter))),
    ...[...indexes, letters.length].flatMap((index) =>
      LETTERS.map((letter) => letters.toSpliced(index, 0, letter)),
    ),
    ...letters
      .slice(1)
      .map((letter, index) => letters.toSpliced(index, 2, letter, letters[index] ?? '')),
  ];
}
