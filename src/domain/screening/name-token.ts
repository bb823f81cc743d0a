import { NICKNAMES } from './common-words.ts';
import { foldWord, skeletonOf } from './fold-word.ts';
import type { PartyType } from './party-type.ts';

export const TOKEN_KINDS = ['word', 'initial', 'number', 'particle', 'title'] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

/** One word of a name, with what scoring needs of it. */
export type NameToken = {
  /** Capital ASCII, abbreviations and number words spelt out. */
  text: string;
  kind: TokenKind;
  /** As it sounds: `foldWord`. */
  sound: string;
  /** Consonants of the sound. */
  skeleton: string;
  /** What it is a short form of; undefined where it is none. */
  long: string | undefined;
  /** A bit for each letter that is in it. */
  letters: number;
  /** What it counts, from 0 to 1. */
  weight: number;
  /** So many names have it that it tells little. */
  isCommon: boolean;
};

/** Words of one name that follow each other, as one: `token` is all of them joined. */
export type Run = { from: number; count: number; token: NameToken };

/** How much a word tells: 1 for a rare one, less the more names have it. */
export type Rarity = (word: string, partyType: PartyType) => number;

type Made = Pick<NameToken, 'text' | 'kind' | 'weight' | 'isCommon'>;

/** With what is derived from its text. */
export function makeToken(made: Made): NameToken {
  const sound = foldWord(made.text);
  return {
    ...made,
    sound,
    skeleton: skeletonOf(sound),
    long: NICKNAMES.get(made.text),
    letters: lettersOf(made.text),
  };
}

function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at += 1) letters |= 1 << (text.charCodeAt(at) % BITS);
  return letters;
}

/** Digits share bits with some letters, which only makes them seem nearer. */
const BITS = 32;
