import type { PreparedName } from './prepare-name.ts';

/** How many letters the words have that a word of a name is the first or the last of, joined: a bit for each length. */
export type RunLengths = { starts: number; ends: number };

export const NO_LENGTHS: RunLengths = { starts: 0, ends: 0 };

/** Words that are joined are one with a word that has no more than so many letters more or fewer. */
const APART_MOST = 2;
/** The last bit stands for all that are longer. */
const BITS = 32;

/** Of each word of the name. */
export function runLengthsOf({ tokens, runs }: PreparedName): RunLengths[] {
  const lengths = tokens.map(() => ({ starts: 0, ends: 0 }));
  for (const { from, count, length } of runs) {
    const [first, last] = [lengths[from], lengths[from + count - 1]];
    if (first !== undefined) first.starts |= bitOf(length);
    if (last !== undefined) last.ends |= bitOf(length);
  }
  return lengths;
}

/** The lengths of words that one of so many letters may join. */
export function lengthsNear(length: number): number {
  let bits = 0;
  for (let near = length - APART_MOST; near <= length + APART_MOST; near += 1) bits |= bitOf(near);
  return bits;
}

/** Whether what a word of these is the first or the last of, joined, has as many letters as is said. */
export function mayJoin(
  runs: RunLengths,
  { isStart, isEnd }: { isStart: boolean; isEnd: boolean },
  near: number,
): boolean {
  return (isStart && (runs.starts & near) !== 0) || (isEnd && (runs.ends & near) !== 0);
}

function bitOf(length: number): number {
  return 1 << Math.min(Math.max(length, 0), BITS - 1);
}
