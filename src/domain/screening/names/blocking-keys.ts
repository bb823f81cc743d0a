import type { NameToken } from '../words/name-token.ts';
import type { PartyType } from '../words/party-type.ts';
import {
  consonantsOf,
  foldWord,
  skeletonOf,
  sortLetters,
  spanishKey,
} from '../words/phonetic-keys.ts';
import { generalRarity } from '../words/rarity.ts';
import { fillLost, LOST } from '../words/unknown-letters.ts';
import { type PreparedName, prepareNames } from './prepare-name.ts';

/** What PostgreSQL finds a name by: the same for names of a list and for queries. */
export type NameKeys = {
  /** The first name of the text, without legal form, in capital ASCII; empty where nothing can be read. */
  core: string;
  /** The words of all its names, each once, in alphabetical order. */
  tokens: string[];
  /**
   * Sorted, each once. Two names that could alert share at least one, save where every word has several letters
   * wrong: a word as it is; `s:` as Spanish hears it; `g:` its consonants as others do, for words that stand beside
   * each other also joined; `o:` these in alphabetical order, for letters that changed places; `c:` all
   * consonants of the name in that order, for scripts without vowels; and where one
   * or two words tell `d:` the consonants with one left out, for a letter that is another.
   */
  keys: string[];
};

/** How keys of all consonants begin, and of how many there are any. */
export const WHOLE_KEY = 'c:';
export const WHOLE_KEY_FROM = 4;
export const KEYS_MAX = 96;
/** Signs in a key, prefix and all. */
export const KEY_LENGTH_MAX = 48;

/** Bounded by `KEYS_MAX` keys of `KEY_LENGTH_MAX` signs, whatever the name is. */
export function nameKeys(name: string, partyType: PartyType): NameKeys {
  const names = prepareNames(name, partyType);
  const tokens = names.flatMap((one) => one.tokens.map(({ text }) => text));
  const keys = names.flatMap((one) => groupsOf(one).inOrder);
  return {
    core: names[0]?.core ?? '',
    tokens: [...new Set(tokens)].toSorted(),
    keys: [...new Set(keys)].slice(0, KEYS_MAX).toSorted(),
  };
}

/** The keys of one name: those that one of its words gives, and those of several together. */
export type KeyGroup = { keys: string[]; isWord: boolean };

/** The same keys, by what of the name they stand for: a name that shares a group with another shares that. */
export function keyGroups(name: PreparedName): KeyGroup[] {
  const { words, whole, joined } = groupsOf(name);
  return [
    ...words.map((keys) => ({ keys, isWord: true })),
    ...[...whole, ...joined].map((key) => ({ keys: [key], isWord: false })),
  ];
}

type Groups = { words: string[][]; whole: string[]; joined: string[]; inOrder: string[] };

function groupsOf(name: PreparedName): Groups {
  const bearing = name.tokens.filter(({ kind }) => kind === 'word' || kind === 'number');
  const telling = bearing.filter(({ text }) => generalRarity(text, 'legal') === 1);
  const chosen = telling.length > 0 ? telling : name.tokens;
  const sounds = chosen.map(keysOfWord);
  const drops = chosen.map((token) => (chosen.length <= SHORT_NAME ? dropKeys(token) : []));
  const [whole, joined] = [wholeKey(name), joinedKeys(name.tokens)];
  return {
    words: chosen.map(({ text }, at) => [text, ...(sounds[at] ?? []), ...(drops[at] ?? [])]),
    whole,
    joined,
    // The plainest first, so that a bound cuts the rest.
    inOrder: [
      ...chosen.map(({ text }) => text),
      ...sounds.flat(),
      ...whole,
      ...joined,
      ...drops.flat(),
    ],
  };
}

const SHORT_NAME = 2;
const SKELETON_LEAST = 2;
const DROPPED_FROM = 3;
/** Words that stand beside each other have a key together from so many consonants on. */
export const JOINED_KEY_FROM = 3;

/** What a word gives by itself; most words of a list are words of others too. */
const known = new Map<string, readonly string[]>();
const KNOWN_MOST = 20_000;

function keysOfWord(token: NameToken): readonly string[] {
  const id = token.kind === 'number' ? `${token.kind} ${token.text}` : token.text;
  const told = known.get(id) ?? soundKeys(token);
  if (known.size >= KNOWN_MOST) known.clear();
  known.set(id, told);
  return told;
}

function soundKeys(token: NameToken): string[] {
  const { text, kind, skeleton, long } = token;
  if (kind === 'number' || text.length === 1) return [];
  if (text.includes(LOST)) return lostKeys(text);
  const keys = [`s:${spanishKey(text)}`];
  if (skeleton.length >= SKELETON_LEAST) keys.push(`g:${skeleton}`, `o:${sortLetters(skeleton)}`);
  return long === undefined ? keys : [...keys, long, `g:${skeletonOf(foldWord(long))}`];
}

/** Of each word that one with lost letters may be: itself and its consonants, which all vowels leave the same. */
function lostKeys(text: string): string[] {
  const words = fillLost(text);
  return [...words, ...words.map((word) => `g:${skeletonOf(foldWord(word))}`)];
}

function wholeKey({ consonants, tokens }: PreparedName): string[] {
  const isLost = consonants.includes(LOST);
  const joined = isLost ? fillLost(tokens.map(({ text }) => text).join('')).map(consonantsOf) : [];
  return (isLost ? joined : [consonants])
    .filter((letters) => letters.length >= WHOLE_KEY_FROM)
    .map((letters) => {
      const sorted = sortLetters(letters).slice(0, KEY_LENGTH_MAX - WHOLE_KEY.length);
      return `${WHOLE_KEY}${sorted}`;
    });
}

function joinedKeys(tokens: readonly NameToken[]): string[] {
  return tokens.slice(1).flatMap((token, at) => {
    const joined = (tokens[at]?.text ?? '') + token.text;
    const skeleton = skeletonOf(foldWord(joined)).slice(0, KEY_LENGTH_MAX - 2);
    return skeleton.length >= JOINED_KEY_FROM ? [`g:${skeleton}`] : [];
  });
}

function dropKeys({ skeleton }: NameToken): string[] {
  if (skeleton.length < SKELETON_LEAST) return [];
  const letters = Array.from(skeleton.slice(0, DROPPED_MOST));
  return [
    `d:${letters.join('')}`,
    ...(letters.length < DROPPED_FROM
      ? []
      : letters.map((_, at) => `d:${letters.toSpliced(at, 1).join('')}`)),
  ];
}

const DROPPED_MOST = 10;
