import type { Machine } from './machine.ts';
import type { Figures } from './measure.ts';

/** Server in a comparison. `peakMemory` is in bytes, of the whole run. */
export type ComparedRow = Figures & {
  server: string;
  ratioToCeiling: number;
  peakMemory: number;
};

/** Comparison of servers under the same requests and number of connections. */
export type Comparison = {
  workload: string;
  title: string;
  connections: number;
  rows: ComparedRow[];
};

/** Durations of one task done in different ways, in milliseconds. */
export type Timing = {
  workload: string;
  title: string;
  /** What `bareMs` is. */
  bare: string;
  gatewayMs: number;
  bareMs: number;
  ratio: number;
  /** Of the gateway's own process at its peak, in bytes, where it is of interest. */
  peakMemory?: number;
};

/** Curve or other table of figures. */
export type Curve = {
  workload: string;
  title: string;
  columns: string[];
  rows: (string | number)[][];
};

/** Results of a run, as in bench/results.json. */
export type Results = {
  startedAt: string;
  kind: 'quick' | 'full';
  machine: Machine;
  comparisons: Comparison[];
  timings: Timing[];
  curves: Curve[];
};

export type Findings = Pick<Results, 'comparisons' | 'timings' | 'curves'>;

/** Replaces the previous results of the same workloads, and keeps the others. */
export function addFindings(results: Results, found: Findings): Results {
  const measured = new Set(Object.values(found).flatMap((list) => list.map((one) => one.workload)));
  const isKept = (one: { workload: string }): boolean => !measured.has(one.workload);
  return {
    ...results,
    comparisons: [...results.comparisons.filter(isKept), ...found.comparisons],
    timings: [...results.timings.filter(isKept), ...found.timings],
    curves: [...results.curves.filter(isKept), ...found.curves],
  };
}
