import { type KeyGroup, keyGroups } from '../names/blocking-keys.ts';
import type { PreparedName } from '../names/prepare-name.ts';
import { NICKNAMES } from '../words/common-words.ts';
import type { NameProbe } from './name-probe.ts';
import { probeRegrouped } from './regrouped-probes.ts';
import { slippedKeys } from './typo-keys.ts';

/** A key that more names have is asked for only together with another. */
const RARE_MOST = 400;
/** What twos of words may find of one name, as far as is known before; dearer twos are asked of short names only. */
const FOUND_MOST = 6000;
/** Names of more words have rare ones among them. */
const PAIRED_MOST = 6;
/** The names that the weights are reckoned for. */
const ALL_NAMES = 600_000;

type Weighed = KeyGroup & {
  rare: string[];
  frequent: string[];
  /** By these few every name is found that any other key of the word would find, of however many words. */
  wide: string[];
  /** What only names of one word or two have. */
  short: string[];
  weight: number;
  count: number;
};

/**
 * How names like this one are asked for without ever reading all that have a word that thousands have: rare keys each by
 * itself, frequent ones by twos, the rarest first. `countOf` is in how many names a key stands, as far as is known.
 *
 * Two names alert where the words of the shorter have all their likes in the longer. So of three words and more two are
 * spelt alike; of two perhaps none, and short names have keys for that (`d:`).
 */
export function probesOf(name: PreparedName, countOf: (key: string) => number): NameProbe[] {
  const groups = keyGroups(name).map((group) => weigh(group, countOf));
  const keysCount = new Set(groups.flatMap(({ keys }) => keys)).size;
  const singles = groups
    .filter(({ rare }) => rare.length > 0)
    .map(({ rare, weight }): NameProbe => {
      return { keys: rare, also: [], weight: 2 * weight, keysCount };
    });
  const words = groups.filter(({ isWord }) => isWord);
  const alone =
    words.length <= SHORT ? words.flatMap((word) => probeAlone(word, words.length)) : [];
  const frequent = words
    .filter((group) => group.frequent.length > 0)
    .toSorted((a, b) => a.count - b.count)
    .slice(0, PAIRED_MOST);
  return [
    ...singles,
    ...alone,
    ...probeSlipped(name, { countOf, keysCount, words }),
    ...probeJoined(groups, keysCount),
    ...probeRegrouped(name, keysCount),
    ...pairUp(frequent, { isShort: words.length === SHORT, keysCount }),
  ];
}

const SHORT = 2;
/** What else names of one word have: all their consonants. */
const OF_WHOLE = 1;

/** Names of this word alone, and of it and an initial: these have keys that longer ones have not, but for words without consonants. */
function probeAlone(group: Weighed, words: number): NameProbe[] {
  const { keys, frequent, short: whole, weight } = group;
  const keysCount = keys.length + OF_WHOLE;
  const nicknames = NICKNAMES_OF.get(keys[0] ?? '') ?? [];
  const isDrop = (key: string): boolean => key.startsWith('d:') && !whole.includes(key);
  // One word of two, and that with a slip, is too little to alert.
  const drops = words === 1 ? frequent.filter(isDrop) : [];
  const plain = whole.length > 0 ? [...whole, ...nicknames] : [...frequent, ...nicknames];
  return [
    { keys: plain, weight: 2 * weight },
    { keys: drops, weight },
  ].flatMap((probe) => (probe.keys.length > 0 ? [{ ...probe, also: [], keysCount }] : []));
}

type Slipping = {
  countOf: (key: string) => number;
  keysCount: number;
  words: readonly Weighed[];
};

/**
 * Names that differ in a letter, as far as not all too many have the key. They tell less than
 * its words do: whoever has these as they are comes first, for thousands may have them.
 */
function probeSlipped(name: PreparedName, { countOf, keysCount, words }: Slipping): NameProbe[] {
  let left = SLIPPED_FOUND_MOST;
  const keys = slippedKeys(name)
    .map((key) => ({ key, count: countOf(key) }))
    .toSorted((a, b) => a.count - b.count)
    .filter(({ count }) => {
      left -= count;
      return left > 0;
    })
    .map(({ key }) => key);
  const ofWords = words.reduce((sum, word) => sum + word.weight, 0);
  const weight = Math.min(OF_SLIPPED, ofWords * LESS_THAN_WORDS);
  return keys.length === 0 ? [] : [{ keys, also: [], weight, keysCount }];
}

/** Keys that more names have in all are left out, the most frequent ones first. */
const SLIPPED_FOUND_MOST = 1500;
/** As much as a rare word tells, at most. */
const OF_SLIPPED = 10;
/** As much as one of two words: whoever has both and others besides comes first all the same. */
const LESS_THAN_WORDS = 0.5;

/** Words that say little are found where they stand beside each other, together with one that tells. */
function probeJoined(groups: readonly Weighed[], keysCount: number): NameProbe[] {
  const joined = groups.filter(({ isWord }) => !isWord).flatMap(({ frequent }) => frequent);
  if (joined.length === 0) return [];
  return groups
    .filter(({ isWord, wide }) => isWord && wide.length > 0)
    .map(({ wide, weight }) => ({ keys: wide, also: joined, weight, keysCount }));
}

/** What is short for each name. */
const NICKNAMES_OF: ReadonlyMap<string, readonly string[]> = new Map(
  [...Map.groupBy(NICKNAMES, ([, long]) => long)].map(([long, some]) => [
    long,
    some.map(([nickname]) => nickname),
  ]),
);

function weigh(group: KeyGroup, countOf: (key: string) => number): Weighed {
  const counted = group.keys.map((key) => ({ key, count: countOf(key) }));
  const keysOf = (isRare: boolean): string[] =>
    counted.filter(({ count }) => count <= RARE_MOST === isRare).map(({ key }) => key);
  const frequent = keysOf(false);
  const [text] = group.keys;
  const isHeard = frequent.some((key) => key.startsWith('s:'));
  const wide = frequent.filter((key) => !/^[dg]:/.test(key) && !(isHeard && key === text));
  const count = Math.max(0, ...wide.map(countOf));
  const weight = Math.log(ALL_NAMES / Math.max(count, 1));
  const short = shortKeys(group);
  return { ...group, rare: keysOf(true), frequent, wide, short, weight, count };
}

type Pairing = { isShort: boolean; keysCount: number };

/** Each two of the words, those first of which the fewest names can have both. */
function pairUp(groups: readonly Weighed[], { isShort, keysCount }: Pairing): NameProbe[] {
  const pairs = groups.flatMap((one, at) =>
    groups.slice(at + 1).map((other) => {
      const found = (one.count * other.count) / ALL_NAMES;
      return { one, other, weight: one.weight + other.weight, found };
    }),
  );
  let left = FOUND_MOST;
  return pairs
    .toSorted((a, b) => a.found - b.found)
    .flatMap(({ one, other, weight, found }) => {
      left -= found;
      const keysOf = (group: Weighed): string[] => (isShort ? group.frequent : group.wide);
      const long = { keys: keysOf(one), also: keysOf(other), weight };
      // Of many names that share two words those are likest that have no others.
      const short = { keys: one.short, also: other.short, weight: 2 * weight };
      const hasShort = !isShort && found > MANY;
      return [...(left > 0 ? [long] : []), ...(hasShort ? [short] : [])];
    })
    .filter(({ keys, also }) => keys.length > 0 && also.length > 0)
    .map((probe) => ({ ...probe, keysCount }));
}

const MANY = 200;

function shortKeys({ keys }: KeyGroup): string[] {
  const skeletons = keys.filter((key) => key.startsWith('g:'));
  return skeletons.map((key) => `d:${key.slice(2)}`);
}
