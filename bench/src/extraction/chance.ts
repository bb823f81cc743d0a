import { createRandom } from '../stats.ts';

/** Random choices, which are the same for the same seed. */
export type Chance = {
  /** Returns a number from 0, below 1. */
  next: () => number;
  pick: <Item>(items: readonly Item[]) => Item;
  between: (least: number, most: number) => number;
  /** Returns a number as two digits. */
  two: (least: number, most: number) => string;
  digits: (count: number) => string;
};

export function createChance(seed: number): Chance {
  const next = createRandom(seed);
  const between = (least: number, most: number): number =>
    least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    two: (least, most) => String(between(least, most)).padStart(2, '0'),
    digits: (count) => Array.from({ length: count }, () => between(0, 9)).join(''),
    pick: (items) => {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new Error('Nothing to pick from.');
      return item;
    },
  };
}
