import { JOINED_KEY_LENGTH_MIN } from '../names/blocking-keys.ts';
import type { PreparedName } from '../names/prepare-name.ts';
import { isSignificant } from '../names/score-letters.ts';
import { toConsonantSkeleton, toPhoneticKey } from '../words/phonetic-keys.ts';
import type { NameProbe } from './name-probe.ts';

/** Maximum length of a word that may have too few consonants for a key of joined words. */
const WORD_LENGTH_MAX = 10;
/** Minimum length of each part of a split word. */
const PART_LENGTH_MIN = 2;
/** Maximum number of such words considered per name. */
const WORDS_MAX = 4;
/** Weight of these probes: that of a rare word, because they find few names. */
const WEIGHT = 10;

/**
 * Probes for names that split or join words differently and have too few consonants for a key of joined words: LAU LAU
 * for LAULAU and vice versa. Searches by exact spelling; at most 32 probes.
 */
export function probeRegrouped({ tokens }: PreparedName, keysCount: number): NameProbe[] {
  const words = tokens.filter(isSignificant).map(({ text }) => text);
  const createProbe = (keys: string[], also: string[]): NameProbe => {
    return { keys, also, weight: WEIGHT, keysCount };
  };
  const splitWords = words.filter(isShort).slice(0, WORDS_MAX).flatMap(listSplits);
  const joinedWords = words
    .slice(1)
    .map((word, previousIndex) => (words[previousIndex] ?? '') + word)
    .filter(isShort)
    .slice(0, WORDS_MAX);
  return [
    ...splitWords.map(([start, end]) => createProbe([start], [end])),
    ...joinedWords.map((joinedWord) => createProbe([joinedWord], [])),
  ];
}

function isShort(text: string): boolean {
  return (
    text.length <= WORD_LENGTH_MAX &&
    toConsonantSkeleton(toPhoneticKey(text)).length < JOINED_KEY_LENGTH_MIN
  );
}

/** Returns all splits of a word into two parts of at least two letters. */
function listSplits(text: string): [start: string, end: string][] {
  const count = Math.max(0, text.length - 2 * PART_LENGTH_MIN + 1);
  return Array.from({ length: count }, (_, index) => [
    text.slice(0, index + PART_LENGTH_MIN),
    text.slice(index + PART_LENGTH_MIN),
  ]);
}
