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
/** What probes may find of one name, as far as is known before. */
const FOUND_MOST = 4000;
/** Names of more words have rare ones among them. */
const PAIRED_MOST = 6;
/** The names that the weights are reckoned for. */
const ALL_NAMES = 1_000_000;

type Weighed = KeyGroup & { rare: string[]; frequent: string[]; weight: number; count: number };

/**
 * How names like this one are asked for without ever reading all that have a word that thousands have: rare keys each by
 * itself, frequent ones by twos, the rarest first. `countOf` is in how many names a key stands, as far as is known.
 */
export function probesOf(name: PreparedName, countOf: (key: string) => number): NameProbe[] {
  const groups = keyGroups(name).map((group) => weigh(group, countOf));
  const singles = groups
    .filter(({ rare }) => rare.length > 0)
    .map(({ rare, weight }): NameProbe => ({ keys: rare, also: [], weight: 2 * weight }));
  const frequent = groups
    .filter((group) => group.isWord && group.frequent.length > 0)
    .toSorted((a, b) => a.count - b.count)
    .slice(0, PAIRED_MOST);
  const [only] = frequent;
  if (only === undefined) return singles;
  const words = groups.filter(({ isWord }) => isWord).length;
  const lone = words === 1 ? [{ keys: only.frequent, also: [], weight: only.weight }] : [];
  // Of three words two are written alike; of two perhaps none.
  const alike = words > 2 ? frequent.flatMap(plainly) : frequent;
  return [...singles, ...lone, ...pairUp(alike)];
}

/** By the word itself, and how Spanish hears it. */
function plainly(group: Weighed): Weighed[] {
  const plain = group.frequent.filter((key) => !key.includes(':') || key.startsWith('s:'));
  return plain.length > 0 ? [{ ...group, frequent: plain }] : [];
}

function weigh(group: KeyGroup, countOf: (key: string) => number): Weighed {
  const counted = group.keys.map((key) => ({ key, count: countOf(key) }));
  const keysOf = (isRare: boolean): string[] =>
    counted.filter(({ count }) => count <= RARE_MOST === isRare).map(({ key }) => key);
  // The word itself tells how rare it is; its sounds are shared with others.
  const count = counted[0]?.count ?? 0;
  const weight = Math.log(ALL_NAMES / Math.max(count, 1));
  return { ...group, rare: keysOf(true), frequent: keysOf(false), weight, count };
}

/** Each two of the words, those first of which the fewest names can have both. */
function pairUp(groups: readonly Weighed[]): NameProbe[] {
  const pairs = groups.flatMap((one, at) =>
    groups.slice(at + 1).map((other) => {
      const keys = { keys: one.frequent, also: other.frequent };
      const weight = one.weight + other.weight;
      return { ...keys, weight, found: (one.count * other.count) / ALL_NAMES };
    }),
  );
  let left = FOUND_MOST;
  return pairs
    .toSorted((a, b) => a.found - b.found)
    .filter(({ found }, at) => {
      left -= found;
      return at === 0 || left > 0;
    })
    .map(({ keys, also, weight }) => ({ keys, also, weight }));
}
