import { type KeyGroup, keyGroups } from './name-keys.ts';
import type { PreparedName } from './prepare-name.ts';

/** What a list's names are asked for: those with one of `keys` and, where there are any, one of `also`. */
export type NameProbe = {
  keys: string[];
  also: string[];
  /** How much it tells that a name has them: names of which several probes tell come first. */
  weight: number;
};

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
  const singles = groups
    .filter(({ rare }) => rare.length > 0)
    .map(({ rare, weight }): NameProbe => ({ keys: rare, also: [], weight: 2 * weight }));
  const words = groups.filter(({ isWord }) => isWord);
  const [only, ...more] = words;
  if (only === undefined) return singles;
  if (more.length === 0) return [...singles, ...probeAlone(only)];
  const frequent = words
    .filter((group) => group.frequent.length > 0)
    .toSorted((a, b) => a.count - b.count)
    .slice(0, PAIRED_MOST);
  return [...singles, ...pairUp(frequent, words.length === 2)];
}

/** A name of one word is like names of one word, which have keys that longer ones have not; few words are without. */
function probeAlone({ frequent, weight }: Weighed): NameProbe[] {
  if (frequent.length === 0) return [];
  const short = frequent.filter((key) => key.startsWith('d:'));
  return [{ keys: short.length > 0 ? short : frequent, also: [], weight }];
}

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
  return { ...group, rare: keysOf(true), frequent, wide, weight, count };
}

/** Each two of the words, those first of which the fewest names can have both. */
function pairUp(groups: readonly Weighed[], areAll: boolean): NameProbe[] {
  const pairs = groups.flatMap((one, at) =>
    groups.slice(at + 1).map((other) => {
      const found = (one.count * other.count) / ALL_NAMES;
      return { one, other, weight: one.weight + other.weight, found };
    }),
  );
  let left = FOUND_MOST;
  return pairs
    .toSorted((a, b) => a.found - b.found)
    .flatMap(({ one, other, weight, found }): NameProbe[] => {
      left -= found;
      const keysOf = (group: Weighed): string[] => (areAll ? group.frequent : group.wide);
      const [keys, also] = left > 0 ? [one, other].map(keysOf) : [one, other].map(shortKeys);
      if (!keys?.length || !also?.length) return [];
      return [{ keys, also, weight }];
    });
}

/** What only names of one word or two have. */
function shortKeys({ keys }: Weighed): string[] {
  const skeletons = keys.filter((key) => key.startsWith('g:'));
  return skeletons.map((key) => `d:${key.slice(2)}`);
}
