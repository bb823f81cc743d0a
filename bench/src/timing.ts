import type { Timing } from './results.ts';
import { median } from './stats.ts';

/** What was measured in turn, in milliseconds. */
export type Pair = { gatewayMs: number; bareMs: number };

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
