import { addTo } from '../../shared/multimap.ts';
import { EditCostTrie } from '../edit-distance/edit-cost-trie.ts';
import { TYPO_COST_MAX } from '../names/score-letters.ts';
import { ABBREVIATION_LENGTH_MIN } from '../words/abbreviated-words.ts';
import { EDIT_COST_MAX, getEditCostMax, PHONETIC_KEY_COST } from '../words/compare-words.ts';
import type { NameToken } from '../words/name-token.ts';
import { sortLetters } from '../words/phonetic-keys.ts';

/**
 * Finds the indexed words that may be similar to a given one without comparing it with each. Returns every similar
 * word and few others.
 */
export class SimilarTokenFinder {
  readonly #byText = new EditCostTrie((length) => Math.max(getEditCostMax(length), TYPO_COST_MAX));
  readonly #bySound = new EditCostTrie((length) => getEditCostMax(length) - PHONETIC_KEY_COST);
  readonly #bySkeleton = new EditCostTrie(() => EDIT_COST_MAX);
  readonly #byKey = new Map<string, number[]>();

  add(token: NameToken, tokenId: number): void {
    const { text, phoneticKey, skeleton } = token;
    this.#byText.add(text, tokenId, text.length);
    this.#bySound.add(phoneticKey, tokenId, text.length);
    this.#bySkeleton.add(skeleton, tokenId, skeleton.length);
    for (const key of listIndexKeys(token)) addTo(this.#byKey, key, tokenId);
  }

  /**
   * Returns token ids in ascending order. `hasVowels` is true when both sides are written with vowels or both without.
   */
  listSimilar(token: NameToken, hasVowels: boolean): number[] {
    const { kind, text, phoneticKey, skeleton } = token;
    const byKey = listLookupKeys(token).flatMap((key) => this.#byKey.get(key) ?? []);
    const comparesSpelling = hasVowels || kind === 'number';
    const bySpelling = comparesSpelling ? this.#byText.listSimilar(text, text.length) : [];
    const byPhoneticKey = comparesSpelling
      ? this.#bySound.listSimilar(phoneticKey, text.length)
      : [];
    const byConsonants = hasVowels ? [] : this.#bySkeleton.listSimilar(skeleton, skeleton.length);
    const numbers = hasVowels ? [] : (this.#byKey.get(NUMBERS_KEY) ?? []);
    const tokenIds = new Set([
      ...byKey,
      ...bySpelling,
      ...byPhoneticKey,
      ...byConsonants,
      ...numbers,
    ]);
    return [...tokenIds].toSorted((a, b) => a - b);
  }
}

const NUMBERS_KEY = 'number';

/**
 * Returns the keys under which a word is indexed, for matches that are spelt differently. Prefixes: `text` is for the
 * word, `letters` for its sorted letters, `first` for its first letter, `long` for the base name of a nickname, `heard`
 * for the Spanish phonetic key, `cut` for a word that it may abbreviate, `start` for its first letters, `derived` and
 * `dotted` for the first letters of a derived word and of a word before a dot, `initial` for an initial. All numbers
 * have the key `number`.
 */
function listIndexKeys(token: NameToken): string[] {
  const { kind, text, spanishKey, baseNames, expansions, isDerived, isCut } = token;
  const keys = [`text ${text}`, `letters ${sortLetters(text)}`, `first ${text.charAt(0)}`];
  for (const name of baseNames) keys.push(`long ${name}`);
  if (spanishKey !== '') keys.push(`heard ${spanishKey}`);
  for (const word of expansions) keys.push(`cut ${word}`);
  const start = text.slice(0, ABBREVIATION_LENGTH_MIN);
  keys.push(`start ${start}`);
  if (isDerived) keys.push(`derived ${start}`);
  if (isCut) keys.push(`dotted ${start}`);
  if (kind === 'initial') keys.push(`initial ${text}`);
  if (kind === 'number') keys.push(NUMBERS_KEY);
  return keys;
}

/** Returns the keys under which words that it may match are indexed. */
function listLookupKeys(token: NameToken): string[] {
  const { kind, text, spanishKey, baseNames, expansions, isDerived, isCut } = token;
  const firstLetter = text.charAt(0);
  // Covers initials, nicknames, and words with reordered letters.
  const keys = [
    `long ${text}`,
    `cut ${text}`,
    `initial ${firstLetter}`,
    `letters ${sortLetters(text)}`,
  ];
  if (spanishKey !== '') keys.push(`heard ${spanishKey}`);
  for (const word of expansions) keys.push(`text ${word}`);
  for (const name of baseNames) keys.push(`text ${name}`, `long ${name}`);
  if (kind === 'initial') keys.push(`first ${firstLetter}`);
  const start = text.slice(0, ABBREVIATION_LENGTH_MIN);
  keys.push(`derived ${start}`, `dotted ${start}`);
  if (isCut || isDerived) keys.push(`start ${start}`);
  return keys;
}
