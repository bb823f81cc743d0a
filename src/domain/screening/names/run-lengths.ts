import type { PreparedName } from './prepare-name.ts';

/** Lengths of the runs (adjacent tokens joined) that start or end with a token, as masks with one bit per length. */
export type RunLengths = { starts: number; ends: number };

export const NO_RUN_LENGTHS: RunLengths = { starts: 0, ends: 0 };

/** Maximum difference in length between a run and the word it matches. */
const LENGTH_DIFFERENCE_MAX = 2;
/** The last bit represents all greater lengths. */
const MASK_BITS = 32;

/** Returns the run lengths of each token of a name. */
export function listRunLengths({ tokens, runs }: PreparedName): RunLengths[] {
  const lengths = tokens.map(() => ({ starts: 0, ends: 0 }));
  for (const { start, count, length } of runs) {
    const [startLengths, endLengths] = [lengths[start], lengths[start + count - 1]];
    if (startLengths !== undefined) startLengths.starts |= toLengthBit(length);
    if (endLengths !== undefined) endLengths.ends |= toLengthBit(length);
  }
  return lengths;
}

/** Returns the mask of run lengths that a word of this length may match. */
export function toLengthMask(length: number): number {
  let mask = 0;
  for (
    let similarLength = length - LENGTH_DIFFERENCE_MAX;
    similarLength <= length + LENGTH_DIFFERENCE_MAX;
    similarLength += 1
  )
    mask |= toLengthBit(similarLength);
  return mask;
}

/**
 * True when a run of the token has one of the lengths. `isPrefix` includes the runs that start with the token,
 * `isSuffix` those that end with it.
 */
export function canJoin(
  runs: RunLengths,
  { isPrefix, isSuffix }: { isPrefix: boolean; isSuffix: boolean },
  lengthMask: number,
): boolean {
  return (
    (isPrefix && (runs.starts & lengthMask) !== 0) || (isSuffix && (runs.ends & lengthMask) !== 0)
  );
}

function toLengthBit(length: number): number {
  return 1 << Math.min(Math.max(length, 0), MASK_BITS - 1);
}
