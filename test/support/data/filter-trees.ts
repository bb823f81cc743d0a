import type { Random } from './random.ts';

type Tree<Filter> = Filter & { and?: Tree<Filter>[]; or?: Tree<Filter>[] };

/** Creates a random tree of these filters, nested by `and` and `or`. */
export function makeFilterTree<Filter extends object>(
  random: Random,
  atoms: readonly [Filter, ...Filter[]],
  depth = 3,
): Tree<Filter> {
  const atom = random.pick(atoms);
  if (depth === 1) return { ...atom };
  const inner = () =>
    Array.from({ length: 1 + random.below(2) }, () => makeFilterTree(random, atoms, depth - 1));
  const kind = random.below(4);
  if (kind === 0) return { ...atom, and: inner() };
  if (kind === 1) return { ...atom, or: inner() };
  return kind === 2 ? { ...atom, and: inner(), or: inner() } : { ...atom };
}

/** True when an item passes a filter tree: its own conditions, all of `and` and one of `or`. */
export function passesTree<One, Filter extends InnerFilters<Filter>>(
  one: One,
  filter: Filter,
  passes: (one: One, filter: Filter) => boolean,
): boolean {
  const inner = (other: Filter) => passesTree(one, other, passes);
  return (
    passes(one, filter) &&
    (filter.and ?? []).every(inner) &&
    (filter.or === null || filter.or === undefined || filter.or.some(inner))
  );
}

type InnerFilters<Filter> = {
  and?: readonly Filter[] | null | undefined;
  or?: readonly Filter[] | null | undefined;
};

type Ranges = {
  createdSince?: Date | null | undefined;
  createdBefore?: Date | null | undefined;
  updatedSince?: Date | null | undefined;
  updatedBefore?: Date | null | undefined;
};

/** True when both times are within their ranges. */
export function isInRanges(one: { createdAt: Date; updatedAt: Date }, ranges: Ranges): boolean {
  const { createdSince, createdBefore, updatedSince, updatedBefore } = ranges;
  return (
    one.createdAt >= (createdSince ?? one.createdAt) &&
    one.updatedAt >= (updatedSince ?? one.updatedAt) &&
    !(createdBefore && one.createdAt >= createdBefore) &&
    !(updatedBefore && one.updatedAt >= updatedBefore)
  );
}

/** True when the value equals the filter, or when there is no filter. */
export function equalsFilter<T>(own: T, wanted: T | null | undefined): boolean {
  return wanted === null || wanted === undefined || own === wanted;
}

/** True when the value is one of the filter, or when there is no filter. */
export function isInFilter(own: number, wanted: readonly number[] | null | undefined): boolean {
  return wanted === null || wanted === undefined || wanted.includes(own);
}

/** True when the text contains each searched word, by the documented rule. */
export function containsWords(text: string, searched: string | null | undefined): boolean {
  if (typeof searched !== 'string') return true;
  const words = foldName(searched).split(/\s+/);
  return words.every((word) => foldName(text).includes(word));
}

/** Folds the case of ASCII letters, and removes accents. */
export function foldName(text: string): string {
  const plain = text.normalize('NFD').replaceAll(/[\u0300-\u036F]/g, '');
  return plain.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
