/** Pseudorandom numbers, which are the same for the same seed. */
export type Random = {
  /** Returns a whole number from 0 to below `max`. */
  below(max: number): number;
  pick<T>(from: readonly [T, ...T[]]): T;
};

/** Creates the generator mulberry32, which has 32 bits of state. */
export function createRandom(seed: number): Random {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (max: number): number => Math.floor(next() * max);
  return {
    below,
    pick: <T>(from: readonly [T, ...T[]]): T => from[below(from.length)] ?? from[0],
  };
}

const ROUNDS_MS = 1_000;

const ROUNDS_MIN = 3;
const ROUNDS_MAX = 200;

/**
 * Repeats a test for a second, and then until `isEnough` or 200 rounds are done: a busy machine does few rounds in a
 * second. Each round has another seed, which a failure names.
 */
export async function repeatRandomly(
  round: (random: Random) => Promise<void>,
  isEnough: () => boolean = () => true,
): Promise<void> {
  const first = Date.now() % 1_000_000;
  const startedAt = performance.now();
  let rounds = 0;
  const isLong = () => rounds >= ROUNDS_MIN && performance.now() - startedAt >= ROUNDS_MS;
  while (!isLong() || (rounds < ROUNDS_MAX && !isEnough())) {
    const seed = first + rounds;
    await round(createRandom(seed)).catch((cause: unknown) => {
      throw new Error(`The round of seed ${seed} failed.`, { cause });
    });
    rounds += 1;
  }
}
