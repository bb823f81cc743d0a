import { PARTICLES } from '../words/common-words.ts';

/** Minimum length of a word; shorter words are mostly parts of legal forms. */
export const WORD_LENGTH_MIN = 3;
/** Maximum number of words, below the 32 bits of the masks that mark them. */
const WORDS_MAX = 20;

/**
 * Returns the words of a name that the prefilter compares, in capitals: at most WORDS_MAX, without particles and short
 * words. Undefined for scripts that the prefilter does not support.
 */
export function listPrefilterWords(name: string): string[] | undefined {
  const isAscii = !NON_ASCII.test(name);
  if (!isAscii && /[^\p{Script=Latin}\P{L}]/u.test(name)) return undefined;
  const unaccented = isAscii ? name : name.normalize('NFD').replace(/\p{M}/gu, '');
  const words: string[] = [];
  for (const text of unaccented.toUpperCase().split(isAscii ? /[^A-Z0-9]+/ : /[^\p{L}\p{N}]+/u)) {
    if (text.length < WORD_LENGTH_MIN || PARTICLES.has(text)) continue;
    words.push(text);
    if (words.length === WORDS_MAX) break;
  }
  return words;
}

const NON_ASCII = /[^ -~]/;
