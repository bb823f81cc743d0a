import { addTo } from '../../shared/multimap.ts';
import { SLIPS_MOST } from '../names/score-letters.ts';
import { COST_MOST, costMost, OF_FOLDING } from '../words/compare-words.ts';
import { LetterTree } from '../words/edit-cost-trie.ts';
import type { NameToken } from '../words/name-token.ts';
import { sortLetters } from '../words/phonetic-keys.ts';

/** Finds which of many words may be like one, without comparing it with each: no fewer than are, and few more. */
export class LikeFinder {
  readonly #byText = new LetterTree((length) => Math.max(costMost(length), SLIPS_MOST));
  readonly #bySound = new LetterTree((length) => costMost(length) - OF_FOLDING);
  readonly #bySkeleton = new LetterTree(() => COST_MOST);
  readonly #byKey = new Map<string, number[]>();

  add(token: NameToken, place: number): void {
    const { text, sound, skeleton } = token;
    this.#byText.add(text, place, text.length);
    this.#bySound.add(sound, place, text.length);
    this.#bySkeleton.add(skeleton, place, skeleton.length);
    for (const key of keysOf(token)) addTo(this.#byKey, key, place);
  }

  /** Their places, in order. `hasVowels`: whether both are written with or without. */
  listLike(token: NameToken, hasVowels: boolean): number[] {
    const { kind, text, sound, skeleton } = token;
    const keyed = soughtKeysOf(token).flatMap((key) => this.#byKey.get(key) ?? []);
    const isSpelt = hasVowels || kind === 'number';
    const spelt = isSpelt ? this.#byText.listNear(text, text.length) : [];
    const heard = isSpelt ? this.#bySound.listNear(sound, text.length) : [];
    const bare = hasVowels ? [] : this.#bySkeleton.listNear(skeleton, skeleton.length);
    const numbers = hasVowels ? [] : (this.#byKey.get(NUMBERS) ?? []);
    const found = new Set([...keyed, ...spelt, ...heard, ...bare, ...numbers]);
    return [...found].toSorted((a, b) => a - b);
  }
}

const NUMBERS = 'number';

/** By what a word is found that is spelt otherwise. */
function keysOf({ kind, text, heard, long, cutOf }: NameToken): string[] {
  const keys = [`text ${text}`, `letters ${sortLetters(text)}`, `first ${text.charAt(0)}`];
  if (long !== undefined) keys.push(`long ${long}`);
  if (heard !== '') keys.push(`heard ${heard}`);
  for (const word of cutOf) keys.push(`cut ${word}`);
  if (kind === 'initial') keys.push(`initial ${text}`);
  if (kind === 'number') keys.push(NUMBERS);
  return keys;
}

/** By what the words are found that it may stand for. */
function soughtKeysOf({ kind, text, heard, long, cutOf }: NameToken): string[] {
  const first = text.charAt(0);
  // Initials with vowels or without, nicknames, and words whose letters are turned.
  const keys = [`long ${text}`, `cut ${text}`, `initial ${first}`, `letters ${sortLetters(text)}`];
  if (heard !== '') keys.push(`heard ${heard}`);
  for (const word of cutOf) keys.push(`text ${word}`);
  if (long !== undefined) keys.push(`text ${long}`, `long ${long}`);
  if (kind === 'initial') keys.push(`first ${first}`);
  return keys;
}
