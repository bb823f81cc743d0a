import { groupBlockingKeys, type KeyGroup } from '../names/blocking-keys.ts';
import type { PreparedName } from '../names/prepare-name.ts';
import { listNicknames } from '../words/given-names.ts';
import type { NameProbe } from './name-probe.ts';
import { probeRegrouped } from './regrouped-probes.ts';
import { listTypoKeys } from './typo-keys.ts';

/** Maximum number of names of a rare key; a more frequent key is only queried together with another. */
const RARE_NAMES_MAX = 400;
/** Estimated number of names that pairs of words may return; beyond it only short names are searched. */
const PAIR_NAMES_MAX = 6000;
/** Maximum number of words that are paired; longer names have rare words. */
const PAIRED_WORDS_MAX = 6;
/** Assumed number of names, for weights and estimates. */
const NAMES_ESTIMATE = 600_000;

type WeighedGroup = KeyGroup & {
  rareKeys: string[];
  frequentKeys: string[];
  /** Subset of the keys that finds every name that any other key of the word finds, in names of any length. */
  broadKeys: string[];
  /** Keys that only names of one or two words have. */
  shortNameKeys: string[];
  weight: number;
  namesCount: number;
};

/**
 * Plans the probes that find similar names without reading all names of a frequent word: rare keys alone, frequent keys
 * in pairs, rarest first. `countNames` returns the estimated number of names of a key. Two names alert only when the
 * words of the shorter one all match, so that of three or more words two are spelt alike; of two words perhaps none,
 * and short names have keys for that case (`d:`).
 */
export function planProbes(name: PreparedName, countNames: (key: string) => number): NameProbe[] {
  const groups = groupBlockingKeys(name).map((group) => weighGroup(group, countNames));
  const keysCount = new Set(groups.flatMap(({ keys }) => keys)).size;
  const rareProbes = groups
    .filter(({ rareKeys }) => rareKeys.length > 0)
    .map(({ rareKeys, weight }): NameProbe => {
      return { keys: rareKeys, also: [], weight: 2 * weight, keysCount };
    });
  const words = groups.filter(({ isWord }) => isWord);
  const singleWordProbes =
    words.length <= SHORT_NAME_WORDS
      ? words.flatMap((word) => probeSingleWord(word, words.length))
      : [];
  const frequentWords = words
    .filter((group) => group.frequentKeys.length > 0)
    .toSorted((a, b) => a.namesCount - b.namesCount)
    .slice(0, PAIRED_WORDS_MAX);
  return [
    ...rareProbes,
    ...singleWordProbes,
    ...probeTypos(name, { countNames, keysCount, words }),
    ...probeJoinedWords(groups, keysCount),
    ...probeRegrouped(name, keysCount),
    ...probePairs(frequentWords, { isShort: words.length === SHORT_NAME_WORDS, keysCount }),
  ];
}

/** Maximum number of words of a short name, whose words are searched one by one. */
const SHORT_NAME_WORDS = 2;
/** Number of further keys of a name of one word: all its consonants. */
const CONSONANT_KEYS_COUNT = 1;

/**
 * Probes for names of this word alone, or of it and an initial, which have keys that longer names lack, except for
 * words without consonants.
 */
function probeSingleWord(group: WeighedGroup, wordsCount: number): NameProbe[] {
  const { keys, frequentKeys, shortNameKeys, weight } = group;
  const keysCount = keys.length + CONSONANT_KEYS_COUNT;
  const nicknames = listNicknames(keys[0] ?? '');
  const isDeletionKey = (key: string): boolean =>
    key.startsWith('d:') && !shortNameKeys.includes(key);
  // Of a name of two words, one mistyped word is too little for an alert.
  const deletionKeys = wordsCount === 1 ? frequentKeys.filter(isDeletionKey) : [];
  const exactKeys =
    shortNameKeys.length > 0 ? [...shortNameKeys, ...nicknames] : [...frequentKeys, ...nicknames];
  return [
    { keys: exactKeys, weight: 2 * weight },
    { keys: deletionKeys, weight },
  ].flatMap((probe) => (probe.keys.length > 0 ? [{ ...probe, also: [], keysCount }] : []));
}

type TypoOptions = {
  countNames: (key: string) => number;
  keysCount: number;
  words: readonly WeighedGroup[];
};

/** Probes for names that differ in one letter, limited to keys of few names. They weigh less than the words. */
function probeTypos(
  name: PreparedName,
  { countNames, keysCount, words }: TypoOptions,
): NameProbe[] {
  let namesLeft = TYPO_NAMES_MAX;
  const keys = listTypoKeys(name)
    .map((key) => ({ key, count: countNames(key) }))
    .toSorted((a, b) => a.count - b.count)
    .filter(({ count }) => {
      namesLeft -= count;
      return namesLeft > 0;
    })
    .map(({ key }) => key);
  const wordsWeight = words.reduce((sum, word) => sum + word.weight, 0);
  const weight = Math.min(TYPO_WEIGHT_MAX, wordsWeight * TYPO_WEIGHT_FACTOR);
  return keys.length === 0 ? [] : [{ keys, also: [], weight, keysCount }];
}

/** Maximum number of names that these keys may return in total, rarest first. */
const TYPO_NAMES_MAX = 1500;
/** Maximum weight, that of a rare word. */
const TYPO_WEIGHT_MAX = 10;
/** Fraction of the weight of the words, so that a name with one correct and other words still ranks first. */
const TYPO_WEIGHT_FACTOR = 0.5;

/** Probes for frequent keys of adjacent joined words, together with a word that has broad keys. */
function probeJoinedWords(groups: readonly WeighedGroup[], keysCount: number): NameProbe[] {
  const joinedKeys = groups
    .filter(({ isWord }) => !isWord)
    .flatMap(({ frequentKeys }) => frequentKeys);
  if (joinedKeys.length === 0) return [];
  return groups
    .filter(({ isWord, broadKeys }) => isWord && broadKeys.length > 0)
    .map(({ broadKeys, weight }) => ({ keys: broadKeys, also: joinedKeys, weight, keysCount }));
}

function weighGroup(group: KeyGroup, countNames: (key: string) => number): WeighedGroup {
  const keyCounts = group.keys.map((key) => ({ key, count: countNames(key) }));
  const selectKeys = (isRare: boolean): string[] =>
    keyCounts.filter(({ count }) => count <= RARE_NAMES_MAX === isRare).map(({ key }) => key);
  const frequentKeys = selectKeys(false);
  const [text] = group.keys;
  const hasSpanishKey = frequentKeys.some((key) => key.startsWith('s:'));
  const broadKeys = frequentKeys.filter(
    (key) => !/^[dg]:/.test(key) && !(hasSpanishKey && key === text),
  );
  const namesCount = Math.max(0, ...broadKeys.map(countNames));
  const weight = Math.log(NAMES_ESTIMATE / Math.max(namesCount, 1));
  const shortNameKeys = listShortNameKeys(group);
  return {
    ...group,
    rareKeys: selectKeys(true),
    frequentKeys,
    broadKeys,
    shortNameKeys,
    weight,
    namesCount,
  };
}

type PairOptions = { isShort: boolean; keysCount: number };

/** Probes for pairs of words, those with the fewest expected names first. */
function probePairs(
  groups: readonly WeighedGroup[],
  { isShort, keysCount }: PairOptions,
): NameProbe[] {
  const pairs = groups.flatMap((first, index) =>
    groups.slice(index + 1).map((second) => {
      const expectedNames = (first.namesCount * second.namesCount) / NAMES_ESTIMATE;
      return { first, second, weight: first.weight + second.weight, expectedNames };
    }),
  );
  let namesLeft = PAIR_NAMES_MAX;
  return pairs
    .toSorted((a, b) => a.expectedNames - b.expectedNames)
    .flatMap(({ first, second, weight, expectedNames }) => {
      namesLeft -= expectedNames;
      const selectKeys = (group: WeighedGroup): string[] =>
        isShort ? group.frequentKeys : group.broadKeys;
      const pair = { keys: selectKeys(first), also: selectKeys(second), weight };
      // Of many names that share two words, those without other words are the best candidates.
      const shortPair = {
        keys: first.shortNameKeys,
        also: second.shortNameKeys,
        weight: 2 * weight,
      };
      const hasShortPair = !isShort && expectedNames > MANY_NAMES;
      return [...(namesLeft > 0 ? [pair] : []), ...(hasShortPair ? [shortPair] : [])];
    })
    .filter(({ keys, also }) => keys.length > 0 && also.length > 0)
    .map((probe) => ({ ...probe, keysCount }));
}

/** Expected number of names of a pair above which its short names are searched as well. */
const MANY_NAMES = 200;

function listShortNameKeys({ keys }: KeyGroup): string[] {
  const skeletons = keys.filter((key) => key.startsWith('g:'));
  return skeletons.map((key) => `d:${key.slice(2)}`);
}
