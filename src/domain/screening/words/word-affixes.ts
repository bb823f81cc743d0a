import type { NameToken } from './name-token.ts';

/** Maximum length of the affixes by which a word is recognized as part of a concatenation. */
export const AFFIX_LENGTH_MAX = 3;
/** Minimum length of a consonant affix; nearly every word shares one consonant. */
const CONSONANT_AFFIX_LENGTH_MIN = 2;

/** Prefix or suffix of a word: of its spelling with similar letters merged, or of its consonants. */
export type Affix = { key: string; length: number; isSpelling: boolean; isPrefix: boolean };

/** Number of letters and of consonants of a word. */
export type WordLengths = { length: number; consonants: number };

export function measureWord(token: NameToken): WordLengths {
  return { length: token.text.length, consonants: listConsonants(token).length };
}

/**
 * Returns the prefixes and suffixes of a word, up to three letters: of its spelling and, because vowels and H vary
 * between spellings, of its consonants.
 */
export function listAffixes(token: NameToken): Affix[] {
  const spelling = token.text.replace(/[VWZXKQYJ]/g, (letter) => SAME_SOUNDS.get(letter) ?? letter);
  const byConsonants = listAffixesOf(listConsonants(token), CONSONANT_AFFIX_LENGTH_MIN, false);
  return [...listAffixesOf(spelling, 1, true), ...byConsonants];
}

/** True when the affix covers the whole word, or all its consonants. */
export function isWholeWord(lengths: WordLengths, { length, isSpelling }: Affix): boolean {
  return length === (isSpelling ? lengths.length : lengths.consonants);
}

/**
 * True when one word may be a concatenation of the other and a further word: they share the longest affix that both
 * can have.
 */
export function mayBeConcatenation(
  lengths: WordLengths,
  otherLengths: WordLengths,
  { length, isSpelling }: Affix,
): boolean {
  if (lengths.length === otherLengths.length) return false;
  const lengthMin = isSpelling
    ? Math.min(lengths.length, otherLengths.length)
    : Math.min(lengths.consonants, otherLengths.consonants);
  return length === Math.min(AFFIX_LENGTH_MAX, lengthMin);
}

/** Letters that sound alike at the ends of words, merged: VILLA GOMEZ may be written BILLAGOMES. */
const SAME_SOUNDS: ReadonlyMap<string, string> = new Map([
  ['V', 'B'],
  ['W', 'B'],
  ['Z', 'S'],
  ['X', 'S'],
  ['K', 'C'],
  ['Q', 'C'],
  ['Y', 'I'],
  ['J', 'G'],
]);

function listConsonants({ skeleton }: NameToken): string {
  return skeleton.replace(/^A/, '').replaceAll('V', 'B');
}

function listAffixesOf(letters: string, lengthMin: number, isSpelling: boolean): Affix[] {
  const affixes: Affix[] = [];
  const keyPrefix = isSpelling ? '' : '*';
  for (let length = lengthMin; length <= Math.min(AFFIX_LENGTH_MAX, letters.length); length += 1) {
    const commonFields = { length, isSpelling };
    affixes.push({
      key: `${keyPrefix}${letters.slice(0, length)}-`,
      isPrefix: true,
      ...commonFields,
    });
    affixes.push({
      key: `${keyPrefix}-${letters.slice(-length)}`,
      isPrefix: false,
      ...commonFields,
    });
  }
  return affixes;
}
