import { JOINED_KEY_FROM } from '../names/blocking-keys.ts';
import type { PreparedName } from '../names/prepare-name.ts';
import { isBearing } from '../names/score-letters.ts';
import { foldWord, skeletonOf } from '../words/phonetic-keys.ts';
import type { NameProbe } from './name-probe.ts';

/** Longer words have more consonants. */
const LETTERS_MOST = 10;
const PART_LEAST = 2;
/** Of a name that is nothing but such words these are enough. */
const WORDS_MOST = 4;
/** As much as a rare word tells. */
const WEIGHT = 10;

/**
 * What finds names that part or join words otherwise where these have too few consonants for a key of the words together:
 * LAU LAU for LAULAU, and the other way round. As they are written, both parts or the whole; 32 at most.
 */
export function probeRegrouped({ tokens }: PreparedName, keysCount: number): NameProbe[] {
  const words = tokens.filter(isBearing).map(({ text }) => text);
  const probe = (keys: string[], also: string[]): NameProbe => {
    return { keys, also, weight: WEIGHT, keysCount };
  };
  const parted = words.filter(isShort).slice(0, WORDS_MOST).flatMap(partsOf);
  const joined = words
    .slice(1)
    .map((word, at) => (words[at] ?? '') + word)
    .filter(isShort)
    .slice(0, WORDS_MOST);
  return [
    ...parted.map(([start, end]) => probe([start], [end])),
    ...joined.map((whole) => probe([whole], [])),
  ];
}

function isShort(text: string): boolean {
  return text.length <= LETTERS_MOST && skeletonOf(foldWord(text)).length < JOINED_KEY_FROM;
}

/** A word parted in two at each place where both have two letters and more. */
function partsOf(text: string): [start: string, end: string][] {
  const count = Math.max(0, text.length - 2 * PART_LEAST + 1);
  return Array.from({ length: count }, (_, at) => [
    text.slice(0, at + PART_LEAST),
    text.slice(at + PART_LEAST),
  ]);
}
