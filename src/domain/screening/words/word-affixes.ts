import type { NameToken } from './name-token.ts';

/** Ends of words by which one may be a part of what the other joins. */
export const END_LENGTH = 3;
/** One consonant alone is nearly every word's. */
const CONSONANTS_LEAST = 2;

/** The first or the last letters of a word, as they are heard, or of its consonants. */
export type End = { key: string; length: number; isHeard: boolean; isStart: boolean };

/** How many letters a word has, and how many consonants. */
export type Ended = { length: number; consonants: number };

export function endedOf(token: NameToken): Ended {
  return { length: token.text.length, consonants: consonantsOf(token).length };
}

/** Its first and its last letters, up to three; by consonants too, for vowels and H come and go. */
export function endsOf(token: NameToken): End[] {
  const heard = token.text.replace(/[VWZXKQYJ]/g, (letter) => HEARD_ALIKE.get(letter) ?? letter);
  const byConsonants = endsUpTo(consonantsOf(token), CONSONANTS_LEAST, false);
  return [...endsUpTo(heard, 1, true), ...byConsonants];
}

/** Whether the end has all letters of the word, or all consonants. */
export function isWhole(of: Ended, { length, isHeard }: End): boolean {
  return length === (isHeard ? of.length : of.consonants);
}

/** One of them may be the other and a word besides: they begin or end with the same letters, so many as can be told. */
export function mayBeJoined(one: Ended, other: Ended, { length, isHeard }: End): boolean {
  if (one.length === other.length) return false;
  const least = isHeard
    ? Math.min(one.length, other.length)
    : Math.min(one.consonants, other.consonants);
  return length === Math.min(END_LENGTH, least);
}

/** Letters that sound alike at ends of words stand for one: VILLA GOMEZ is BILLAGOMES too. */
const HEARD_ALIKE: ReadonlyMap<string, string> = new Map([
  ['V', 'B'],
  ['W', 'B'],
  ['Z', 'S'],
  ['X', 'S'],
  ['K', 'C'],
  ['Q', 'C'],
  ['Y', 'I'],
  ['J', 'G'],
]);

function consonantsOf({ skeleton }: NameToken): string {
  return skeleton.replace(/^A/, '').replaceAll('V', 'B');
}

function endsUpTo(letters: string, least: number, isHeard: boolean): End[] {
  const ends: End[] = [];
  const way = isHeard ? '' : '*';
  for (let length = least; length <= Math.min(END_LENGTH, letters.length); length += 1) {
    const of = { length, isHeard };
    ends.push({ key: `${way}${letters.slice(0, length)}-`, isStart: true, ...of });
    ends.push({ key: `${way}-${letters.slice(-length)}`, isStart: false, ...of });
  }
  return ends;
}
