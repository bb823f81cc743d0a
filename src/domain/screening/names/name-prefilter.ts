import { listBaseNames, listNicknames } from '../words/given-names.ts';
import { toLetterMask } from '../words/name-token.ts';
import { WORD_LENGTH_MIN } from './prefilter-words.ts';
import type { PreparedName } from './prepare-name.ts';

/** Distance added per unmatched word of the shorter name; one of them already makes two names different. */
export const UNMATCHED_WORD_DISTANCE = 20;

/** Distance of one candidate word from each word of the name. */
export type WordDistances = readonly number[];

/**
 * Approximate comparison that selects which of very many names are scored. Scoring takes ten times as long, mostly for
 * preparing the candidate.
 */
export type NamePrefilter = {
  /** Returns the distance of a candidate word (`listPrefilterWords`) from each word of the name. */
  measureWord: (word: string) => WordDistances;
  /**
   * Returns the distance of a candidate from the distances of its words: 0 when all words of both names have equal
   * counterparts. Also 0 when the words are undefined or the name has no vowels, because scoring must decide.
   */
  measureName: (rows: readonly WordDistances[] | undefined) => number;
};

type PrefilterWord = { text: string; letterMask: number };
/** Word of the name, with the nicknames and variants that denote the same given name. */
type NameWord = PrefilterWord & { nicknames: ReadonlySet<string> };

export function createNamePrefilter(name: PreparedName): NamePrefilter {
  const { tokens, isVowelless, husbandIndex } = name;
  const nameWords = tokens
    .filter(
      ({ text, kind }, index) =>
        kind === 'word' && text.length >= WORD_LENGTH_MIN && index !== husbandIndex,
    )
    .map(({ text }): NameWord => ({ ...toPrefilterWord(text), nicknames: listSameNames(text) }));
  return {
    measureWord: (text) => {
      const otherWord = toPrefilterWord(text);
      return nameWords.map((word) => {
        const isSame = word.text === text || word.nicknames.has(text);
        const distance = isSame ? 0 : measureLetterDifference(word, otherWord);
        return distance <= DIFFERENT_LETTERS_FRACTION_MAX ? distance : Number.POSITIVE_INFINITY;
      });
    },
    // Names without vowels or in unsupported scripts cannot be ruled out before scoring.
    measureName: (rows) =>
      isVowelless || rows === undefined ? 0 : sumDistances(nameWords.length, rows),
  };
}

/**
 * Returns the sum of the distances of the words, of UNMATCHED_WORD_DISTANCE for each unmatched one, and of the
 * difference in the number of words. Each word of the name is assigned the nearest candidate word not yet assigned.
 */
function sumDistances(nameWordsCount: number, rows: readonly WordDistances[]): number {
  let [distance, matchedMask, matchedCount] = [0, 0, 0];
  for (let wordIndex = 0; wordIndex < nameWordsCount; wordIndex += 1) {
    let [minDistance, minIndex] = [Number.POSITIVE_INFINITY, 0];
    for (let index = 0; index < rows.length; index += 1) {
      const candidateDistance = rows[index]?.[wordIndex] ?? Number.POSITIVE_INFINITY;
      if (candidateDistance < minDistance && (matchedMask & (1 << index)) === 0)
        [minDistance, minIndex] = [candidateDistance, index];
    }
    if (minDistance === Number.POSITIVE_INFINITY) continue;
    matchedMask |= 1 << minIndex;
    matchedCount += 1;
    distance += minDistance;
  }
  const unmatchedCount = Math.min(nameWordsCount, rows.length) - matchedCount;
  return (
    unmatchedCount * UNMATCHED_WORD_DISTANCE + Math.abs(nameWordsCount - rows.length) + distance
  );
}

function toPrefilterWord(text: string): PrefilterWord {
  return { text, letterMask: toLetterMask(text) };
}

function listSameNames(text: string): ReadonlySet<string> {
  const names = listBaseNames(text);
  return new Set([...names, ...[text, ...names].flatMap((name) => listNicknames(name))]);
}

/** Maximum fraction of differing letters of two words that are counterparts. */
const DIFFERENT_LETTERS_FRACTION_MAX = 0.4;

function measureLetterDifference(first: PrefilterWord, second: PrefilterWord): number {
  const [firstLength, secondLength] = [first.text.length, second.text.length];
  const differentLetters = Math.max(
    countBits(first.letterMask & ~second.letterMask),
    countBits(second.letterMask & ~first.letterMask),
  );
  const fraction =
    Math.max(differentLetters, Math.abs(firstLength - secondLength)) /
    Math.max(firstLength, secondLength);
  return fraction > DIFFERENT_LETTERS_FRACTION_MAX && isContained(first, second)
    ? DIFFERENT_LETTERS_FRACTION_MAX
    : fraction;
}

/** True when one word contains the other: ALI and KHALIQ. */
function isContained(first: PrefilterWord, second: PrefilterWord): boolean {
  const shared = first.letterMask & second.letterMask;
  if (shared === first.letterMask && second.text.includes(first.text)) return true;
  return shared === second.letterMask && first.text.includes(second.text);
}

function countBits(bits: number): number {
  let remaining = bits;
  let count = 0;
  for (; remaining !== 0; count += 1) remaining &= remaining - 1;
  return count;
}
