import { fillUnknownLetters, UNKNOWN_LETTER } from '../edit-distance/unknown-letters.ts';
import type { NameToken } from '../words/name-token.ts';
import type { PartyType } from '../words/party-type.ts';
import {
  sortLetters,
  toConsonantSkeleton,
  toConsonants,
  toPhoneticKey,
  toSpanishKey,
} from '../words/phonetic-keys.ts';
import { getDefaultRarity } from '../words/rarity.ts';
import { type PreparedName, prepareNames } from './prepare-name.ts';

/** Blocking keys of a name, computed identically for list names and for queries. */
export type BlockingKeys = {
  /** First name in the text, without legal form, in capital ASCII; empty when nothing is readable. */
  core: string;
  /** Distinct words of all its names, in alphabetical order. */
  tokens: string[];
  /**
   * Distinct keys, sorted. Two names that could alert share at least one, unless every word has several wrong letters.
   * Kinds: the word itself; `s:` its Spanish phonetic key; `g:` its consonant skeleton, also for two adjacent words
   * joined; `o:` the skeleton with sorted letters, for transpositions; `c:` all consonants of the name, sorted, for
   * scripts without vowels; and, when one or two words are distinctive, `d:` the skeleton with one letter deleted, for
   * substitutions.
   */
  keys: string[];
};

/** Prefix of keys of all consonants of a name, and the minimum number of consonants of such a key. */
export const CONSONANTS_KEY_PREFIX = 'c:';
export const CONSONANTS_KEY_LENGTH_MIN = 4;
/** Maximum number of keys of a name, which bounds the size of the index. */
export const KEYS_MAX = 96;
/** Maximum length of a key, prefix included. */
export const KEY_LENGTH_MAX = 48;

/** Returns the blocking keys of a name: at most `KEYS_MAX` keys of `KEY_LENGTH_MAX` characters. */
export function listBlockingKeys(name: string, partyType: PartyType): BlockingKeys {
  const names = prepareNames(name, partyType);
  const tokens = names.flatMap((preparedName) => preparedName.tokens.map(({ text }) => text));
  const keys = names.flatMap((preparedName) => collectKeys(preparedName).byPriority);
  return {
    core: names[0]?.core ?? '',
    tokens: [...new Set(tokens)].toSorted(),
    keys: [...new Set(keys)].slice(0, KEYS_MAX).toSorted(),
  };
}

/** Blocking keys with the same origin: one word, or several words together. */
export type KeyGroup = { keys: string[]; isWord: boolean };

/** Groups the blocking keys of a name by origin; a name that shares any key of a group shares that part. */
export function groupBlockingKeys(name: PreparedName): KeyGroup[] {
  const { words, consonants, joined } = collectKeys(name);
  return [
    ...words.map((keys) => ({ keys, isWord: true })),
    ...[...consonants, ...joined].map((key) => ({ keys: [key], isWord: false })),
  ];
}

type KeysByOrigin = {
  words: string[][];
  consonants: string[];
  joined: string[];
  byPriority: string[];
};

function collectKeys(name: PreparedName): KeysByOrigin {
  const significantTokens = name.tokens.filter(({ kind }) => kind === 'word' || kind === 'number');
  const distinctiveTokens = significantTokens.filter(
    ({ text }) => getDefaultRarity(text, 'legal') === 1,
  );
  const keyTokens = distinctiveTokens.length > 0 ? distinctiveTokens : name.tokens;
  const soundKeys = keyTokens.map(getSoundKeys);
  const deletionKeys = keyTokens.map((token) =>
    keyTokens.length <= DELETION_KEY_WORDS_MAX ? listDeletionKeys(token) : [],
  );
  const [consonants, joined] = [listConsonantKeys(name), listJoinedKeys(name.tokens)];
  return {
    words: keyTokens.map(({ text }, index) => [
      text,
      ...(soundKeys[index] ?? []),
      ...(deletionKeys[index] ?? []),
    ]),
    consonants,
    joined,
    // Most specific keys first, because the number of keys is limited.
    byPriority: [
      ...keyTokens.map(({ text }) => text),
      ...soundKeys.flat(),
      ...consonants,
      ...joined,
      ...deletionKeys.flat(),
    ],
  };
}

/** Maximum number of distinctive words of a name with deletion keys: longer names share the keys of another word. */
const DELETION_KEY_WORDS_MAX = 2;
/** Minimum lengths of a skeleton for a key, and for keys with one letter deleted: shorter ones occur in most names. */
const SKELETON_LENGTH_MIN = 2;
const DELETION_LENGTH_MIN = 3;
/** Minimum number of consonants for a key of two adjacent words. */
export const JOINED_KEY_LENGTH_MIN = 3;

/** Sound keys of words, cached because most words occur in many names. */
const soundKeysByWord = new Map<string, readonly string[]>();
/** Maximum number of words in the cache, which bounds its memory. */
const SOUND_KEYS_CACHE_MAX = 20_000;

function getSoundKeys(token: NameToken): readonly string[] {
  const cacheKey = token.kind === 'number' ? `${token.kind} ${token.text}` : token.text;
  const keys = soundKeysByWord.get(cacheKey) ?? listSoundKeys(token);
  if (soundKeysByWord.size >= SOUND_KEYS_CACHE_MAX) soundKeysByWord.clear();
  soundKeysByWord.set(cacheKey, keys);
  return keys;
}

function listSoundKeys(token: NameToken): string[] {
  const { text, kind, skeleton, baseNames } = token;
  if (kind === 'number' || text.length === 1) return [];
  if (text.includes(UNKNOWN_LETTER)) return listUnknownLetterKeys(text);
  const keys = [`s:${toSpanishKey(text)}`];
  if (skeleton.length >= SKELETON_LENGTH_MIN)
    keys.push(`g:${skeleton}`, `o:${sortLetters(skeleton)}`);
  for (const name of baseNames) keys.push(name, `g:${toConsonantSkeleton(toPhoneticKey(name))}`);
  return keys;
}

/** Returns the keys of each possible spelling of a word with unknown letters, and their skeletons. */
function listUnknownLetterKeys(text: string): string[] {
  const words = fillUnknownLetters(text);
  return [...words, ...words.map((word) => `g:${toConsonantSkeleton(toPhoneticKey(word))}`)];
}

function listConsonantKeys({ consonants, tokens }: PreparedName): string[] {
  const hasUnknownLetter = consonants.includes(UNKNOWN_LETTER);
  const filledConsonants = hasUnknownLetter
    ? fillUnknownLetters(tokens.map(({ text }) => text).join('')).map(toConsonants)
    : [];
  return (hasUnknownLetter ? filledConsonants : [consonants])
    .filter((letters) => letters.length >= CONSONANTS_KEY_LENGTH_MIN)
    .map((letters) => {
      const sorted = sortLetters(letters).slice(0, KEY_LENGTH_MAX - CONSONANTS_KEY_PREFIX.length);
      return `${CONSONANTS_KEY_PREFIX}${sorted}`;
    });
}

function listJoinedKeys(tokens: readonly NameToken[]): string[] {
  return tokens.slice(1).flatMap((token, previousIndex) => {
    const joinedText = (tokens[previousIndex]?.text ?? '') + token.text;
    const skeleton = toConsonantSkeleton(toPhoneticKey(joinedText)).slice(0, KEY_LENGTH_MAX - 2);
    return skeleton.length >= JOINED_KEY_LENGTH_MIN ? [`g:${skeleton}`] : [];
  });
}

function listDeletionKeys({ skeleton }: NameToken): string[] {
  if (skeleton.length < SKELETON_LENGTH_MIN) return [];
  const letters = Array.from(skeleton.slice(0, DELETION_SKELETON_LENGTH_MAX));
  return [
    `d:${letters.join('')}`,
    ...(letters.length < DELETION_LENGTH_MIN
      ? []
      : letters.map((_, index) => `d:${letters.toSpliced(index, 1).join('')}`)),
  ];
}

/** Number of letters of a skeleton from which deletion keys are made, which bounds their number. */
const DELETION_SKELETON_LENGTH_MAX = 10;
