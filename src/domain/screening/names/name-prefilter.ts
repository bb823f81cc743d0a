import { NICKNAMES } from '../words/common-words.ts';
import { lettersOf } from '../words/name-token.ts';
import { LETTERS_LEAST } from './prefilter-words.ts';
import type { PreparedName } from './prepare-name.ts';

/** Of words that stand for nothing in the name that has fewer of them; that alone makes two names different. */
export const FAR_FROM = 20;

/** Of each word of a name, how far it is from another word. */
export type WordRow = readonly number[];

/**
 * For choosing which of very many names are scored: a score takes ten times as long, and more than half of that is to make
 * the name ready.
 */
export type Glance = {
  /** How far a word (`wordsOf`) is from each of the name. */
  rowOf: (word: string) => WordRow;
  /** How far the name is that has words of these rows: 0 where every word has its like, or where they are not known. */
  farOf: (rows: readonly WordRow[] | undefined) => number;
};

type Word = { text: string; letters: number };

export function createGlance({ tokens, isVowelless }: PreparedName): Glance {
  const ours = tokens
    .filter(({ text, kind }) => kind === 'word' && text.length >= LETTERS_LEAST)
    .map(({ text }) => toWord(text));
  return {
    rowOf: (text) => {
      const other = toWord(text);
      return ours.map((word) => {
        const apart = areOne(word.text, other.text) ? 0 : partApart(word, other);
        return apart <= APART_MOST ? apart : Number.POSITIVE_INFINITY;
      });
    },
    // Without vowels, and of a script that is not read here, nothing is known before it is scored.
    farOf: (rows) => (isVowelless || rows === undefined ? 0 : farOf(ours.length, rows)),
  };
}

/** Each word of the name takes the one that is the nearest of those that are left. */
function farOf(ours: number, rows: readonly WordRow[]): number {
  let [apart, taken, found] = [0, 0, 0];
  for (let word = 0; word < ours; word += 1) {
    let [best, nearest] = [Number.POSITIVE_INFINITY, 0];
    for (let at = 0; at < rows.length; at += 1) {
      const away = rows[at]?.[word] ?? Number.POSITIVE_INFINITY;
      if (away < best && (taken & (1 << at)) === 0) [best, nearest] = [away, at];
    }
    if (best === Number.POSITIVE_INFINITY) continue;
    taken |= 1 << nearest;
    found += 1;
    apart += best;
  }
  const missing = Math.min(ours, rows.length) - found;
  return missing * FAR_FROM + Math.abs(ours - rows.length) + apart;
}

function toWord(text: string): Word {
  return { text, letters: lettersOf(text) };
}

function areOne(a: string, b: string): boolean {
  return a === b || NICKNAMES.get(a) === b || NICKNAMES.get(b) === a;
}

/** Of the letters, how large a part one of them has and the other has not. */
const APART_MOST = 0.4;

function partApart(one: Word, other: Word): number {
  const [a, b] = [one.text.length, other.text.length];
  const apart = Math.max(
    countBits(one.letters & ~other.letters),
    countBits(other.letters & ~one.letters),
  );
  const part = Math.max(apart, Math.abs(a - b)) / Math.max(a, b);
  return part > APART_MOST && isWithin(one, other) ? APART_MOST : part;
}

/** ALI and KHALIQ sound much the same. */
function isWithin(one: Word, other: Word): boolean {
  const shared = one.letters & other.letters;
  if (shared === one.letters && other.text.includes(one.text)) return true;
  return shared === other.letters && one.text.includes(other.text);
}

function countBits(bits: number): number {
  let left = bits;
  let count = 0;
  for (; left !== 0; count += 1) left &= left - 1;
  return count;
}
