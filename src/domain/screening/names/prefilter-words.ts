import { PARTICLES } from '../words/common-words.ts';

/** Shorter words are mostly parts of legal forms. */
export const LETTERS_LEAST = 3;
const WORDS_MAX = 20;

/** The words of a name that count at a glance, in capitals; undefined for one in a script that is not read here. */
export function wordsOf(name: string): string[] | undefined {
  const isAscii = !BEYOND_ASCII.test(name);
  if (!isAscii && /[^\p{Script=Latin}\P{L}]/u.test(name)) return undefined;
  const plain = isAscii ? name : name.normalize('NFD').replace(/\p{M}/gu, '');
  const words: string[] = [];
  for (const text of plain.toUpperCase().split(isAscii ? /[^A-Z0-9]+/ : /[^\p{L}\p{N}]+/u)) {
    if (text.length < LETTERS_LEAST || PARTICLES.has(text)) continue;
    words.push(text);
    if (words.length === WORDS_MAX) break;
  }
  return words;
}

const BEYOND_ASCII = /[^ -~]/;
