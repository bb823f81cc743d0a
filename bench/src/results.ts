import type { Machine } from './machine.ts';
import type { Figures } from './measure.ts';

/** One server in a comparison; bytes for `peakMemory`, the whole run's. */
export type ComparedRow = Figures & {
  server: string;
  ratioToCeiling: number;
  peakMemory: number;
};

/** Servers on the same requests, under load at the same number of connections. */
export type Comparison = {
  workload: string;
  title: string;
  connections: number;
  rows: ComparedRow[];
};

/** Something done once in each way, in milliseconds. */
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

/** A curve or any other table of figures. */
export type Curve = {
  workload: string;
  title: string;
  columns: string[];
  rows: (string | number)[][];
};

/** What a run measured; the file bench/results.json. */
export type Results = {
  startedAt: string;
  kind: 'quick' | 'full';
  machine: Machine;
  comparisons: Comparison[];
  timings: Timing[];
  curves: Curve[];
};

export type Findings = Pick<Results, 'comparisons' | 'timings' | 'curves'>;

/** What was measured now in place of what was measured of the same workload before; the rest stays. */
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
