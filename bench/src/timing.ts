import type { Timing } from './results.ts';
import { median } from './stats.ts';

/** What was measured in turn, in milliseconds. */
export type Pair = { gatewayMs: number; bareMs: number };

/** Rounds of both sides: those that are not counted, until code and plans are warm, and those that are. */
export type Rounds = { warmUps: number; times: number };

/** Of writes that take a millisecond or two. */
export function smallWriteRounds({ isQuick }: { isQuick: boolean }): Rounds {
  return isQuick ? { warmUps: 200, times: 100 } : { warmUps: 1000, times: 400 };
}

/** How long each side takes in round `round`, which counts up from 0; nothing of both is done but in rounds. */
export type Sides = {
  gateway: (round: number) => Promise<number>;
  bare: (round: number) => Promise<number>;
};

/** Both sides in turn, as often one as the other, every second round in the other direction. */
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

/** The medians of both, and the median of the ratios of neighbours. */
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
