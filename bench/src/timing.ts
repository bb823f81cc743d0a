import type { Timing } from './results.ts';
import { median } from './stats.ts';

/** Durations of both sides in one round, in milliseconds. */
export type Pair = { gatewayMs: number; bareMs: number };

/** Numbers of rounds: those of the warm-up, and the measured ones. */
export type Rounds = { warmUps: number; times: number };

/** Returns the rounds for writes that take one or two milliseconds. */
export function smallWriteRounds({ isQuick }: { isQuick: boolean }): Rounds {
  return isQuick ? { warmUps: 200, times: 100 } : { warmUps: 1000, times: 400 };
}

/** Both sides of a comparison. Each returns its duration in round `round`, from 0. */
export type Sides = {
  gateway: (round: number) => Promise<number>;
  bare: (round: number) => Promise<number>;
};

/** Measures both sides equally often in turn, and swaps their order in every second round. */
export async function measureInTurn(
  { warmUps, times }: Rounds,
  { gateway, bare }: Sides,
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let round = 0; round < warmUps + times; round += 1) {
    const early = round % 2 === 0 ? undefined : await bare(round);
    const gatewayMs = await gateway(round);
    const bareMs = early ?? (await bare(round));
    if (round >= warmUps) pairs.push({ gatewayMs, bareMs });
  }
  return pairs;
}

/** Returns the medians of both sides, and the median of the ratios of paired rounds. */
export function toTiming(
  what: Pick<Timing, 'workload' | 'title' | 'bare' | 'peakMemory'>,
  pairs: readonly Pair[],
): Timing {
  return {
    ...what,
    gatewayMs: median(pairs.map((one) => one.gatewayMs)),
    bareMs: median(pairs.map((one) => one.bareMs)),
    ratio: median(pairs.map((one) => one.gatewayMs / one.bareMs)),
  };
}
