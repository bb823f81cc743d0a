import { NICKNAMES, PARTICLES } from './common-words.ts';
import type { PreparedName } from './prepare-name.ts';

/** Shorter words are mostly parts of legal forms. */
const LETTERS_LEAST = 3;
const WORDS_MAX = 20;
/** Of words that stand for nothing in the name that has fewer of them; that alone makes two names different. */
export const FAR_FROM = 20;

type Word = { text: string; letters: number };

/**
 * How far a name of a list is from this one, for choosing which of very many are scored: 0 where every word has its like.
 * A score takes ten times as long, and more than half of that is to make the name ready.
 */
export function createGlance({ tokens, isVowelless }: PreparedName): (name: string) => number {
  if (isVowelless) return () => 0;
  const ours = tokens
    .filter(({ text, kind }) => kind === 'word' && text.length >= LETTERS_LEAST)
    .map(({ text }) => toWord(text));
  return (name) => {
    const theirs = wordsOf(name);
    // Of a script that is not read here nothing is known before it is scored.
    if (theirs === undefined) return 0;
    let apart = 0;
    const taken = new Set<Word>();
    for (const word of ours) {
      const like = findLike(word, theirs, taken);
      if (like === undefined) continue;
      taken.add(like.word);
      apart += like.apart;
    }
    const missing = Math.min(ours.length, theirs.length) - taken.size;
    const extra = Math.abs(ours.length - theirs.length);
    return missing * FAR_FROM + extra + apart;
  };
}

function wordsOf(name: string): Word[] | undefined {
  const isAscii = !BEYOND_ASCII.test(name);
  if (!isAscii && /[^\p{Script=Latin}\P{L}]/u.test(name)) return undefined;
  const plain = isAscii ? name : name.normalize('NFD').replace(/\p{M}/gu, '');
  const words: Word[] = [];
  for (const text of plain.toUpperCase().split(isAscii ? /[^A-Z0-9]+/ : /[^\p{L}\p{N}]+/u)) {
    if (text.length < LETTERS_LEAST || PARTICLES.has(text)) continue;
    words.push(toWord(text));
    if (words.length === WORDS_MAX) break;
  }
  return words;
}

const BEYOND_ASCII = /[^ -~]/;

function toWord(text: string): Word {
  let letters = 0;
  for (let at = 0; at < text.length; at += 1) letters |= 1 << (text.charCodeAt(at) % BITS);
  return { text, letters };
}

const BITS = 32;

function findLike(
  word: Word,
  others: readonly Word[],
  taken: ReadonlySet<Word>,
): { word: Word; apart: number } | undefined {
  let best: { word: Word; apart: number } | undefined;
  for (const other of others) {
    if (taken.has(other)) continue;
    const apart = areOne(word.text, other.text) ? 0 : partApart(word, other);
    if (apart <= APART_MOST && (best === undefined || apart < best.apart))
      best = { word: other, apart };
  }
  return best;
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
