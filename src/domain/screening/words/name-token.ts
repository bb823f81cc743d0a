import { listCutWords } from './abbreviated-words.ts';
import { findFullName } from './given-names.ts';
import type { PartyType } from './party-type.ts';
import { foldWord, skeletonOf, spanishKey } from './phonetic-keys.ts';

export const TOKEN_KINDS = ['word', 'initial', 'number', 'particle', 'title'] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

/** One word of a name, with what scoring needs of it. */
export type NameToken = {
  /** Capital ASCII, abbreviations and number words spelt out. */
  text: string;
  kind: TokenKind;
  /** As it sounds: `foldWord`. */
  sound: string;
  /** As a Spanish speaker hears it: `spanishKey`; empty for a short word. */
  heard: string;
  /** Consonants of the sound. */
  skeleton: string;
  /** What it is a short form of; undefined where it is none. */
  long: string | undefined;
  /** General words that it may be cut short of: `listCutWords`. */
  cutOf: readonly string[];
  /** A bit for each letter that is in it. */
  letters: number;
  /** What it counts, from 0 to 1. */
  weight: number;
  /** So many names have it that it tells little. */
  isCommon: boolean;
};

/** Words of one name that follow each other, as one: `token` is all of them joined, of so many letters. */
export type Run = { from: number; count: number; length: number; token: NameToken };

/** How much a word tells: 1 for a rare one, less the more names have it. */
export type Rarity = (word: string, partyType: PartyType) => number;

type Made = Pick<NameToken, 'text' | 'kind' | 'weight' | 'isCommon'>;

/** With what is derived from its text. */
export function makeToken(made: Made): NameToken {
  let derived = known.get(made.text);
  if (derived === undefined) {
    if (known.size >= KNOWN_MOST) known.clear();
    derived = derive(made.text);
    known.set(made.text, derived);
  }
  const { kind, weight, isCommon } = made;
  // Member by member: two objects spread into one take several times as long.
  const { text, sound, heard, skeleton, long, cutOf, letters } = derived;
  return { text, kind, sound, heard, skeleton, long, cutOf, letters, weight, isCommon };
}

/** Its text is the one that it was first derived from: the same text by identity is the same at once. */
type Derived = Omit<NameToken, Exclude<keyof Made, 'text'>>;

/** Most words of a list are words of others too, and to hear how one sounds takes long. */
const known = new Map<string, Derived>();
const KNOWN_MOST = 20_000;

/** Words joined, which seldom come again; most are never looked at but for their length. */
export function makeRun(
  { from, count, length }: Omit<Run, 'token'>,
  tokens: readonly NameToken[],
): Run {
  let token: NameToken | undefined;
  return {
    from,
    count,
    length,
    get token() {
      token ??= joinTokens(tokens.slice(from, from + count));
      return token;
    },
  };
}

function joinTokens(tokens: readonly NameToken[]): NameToken {
  const text = tokens.map((token) => token.text).join('');
  const weight = tokens.reduce((sum, token) => sum + token.weight, 0);
  return { kind: 'word', weight, isCommon: false, ...derive(text) };
}

function derive(text: string): Derived {
  const sound = foldWord(text);
  return {
    text,
    sound,
    heard: text.length < HEARD_FROM ? '' : spanishKey(text),
    skeleton: skeletonOf(sound),
    long: findFullName(text),
    cutOf: listCutWords(text),
    letters: lettersOf(text),
  };
}

/** Shorter words are heard like too many others. */
const HEARD_FROM = 5;

/** A bit for each letter of a word. */
export function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at += 1) letters |= 1 << (text.charCodeAt(at) % BITS);
  return letters;
}

/** Digits share bits with some letters, which only makes them seem nearer. */
const BITS = 32;
