import type { Templates } from './dataset.ts';
import type { Fleet } from './fleet.ts';
import type { Load } from './measure.ts';
import type { Postgres } from './postgres.ts';
import type { Findings } from './results.ts';

/** Resources of a workload. */
export type Bench = {
  postgres: Postgres;
  templates: Templates;
  load: Load;
  pace: Pace;
  isQuick: boolean;
  /** Names of the servers to compare the gateway with; empty for all. */
  against: readonly string[];
  /** Starts all servers on one database for reads, on the first call. */
  fleet: () => Promise<Fleet>;
};

export type Pace = { rounds: number; seconds: number; warmUpSeconds: number };

export type Workload = {
  name: string;
  /** Runs that include the workload: quick and full ones, full ones only, or those that name it. */
  runs: 'always' | 'full' | 'named';
  run: (bench: Bench) => Promise<Partial<Findings>>;
};
