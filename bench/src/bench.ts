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
  /** Those that the gateway is compared with; all where it is empty. */
  against: readonly string[];
  /** All servers on one database, which reads share; started when it is first asked for. */
  fleet: () => Promise<Fleet>;
};

export type Pace = { rounds: number; seconds: number; warmUpSeconds: number };

export type Workload = {
  name: string;
  /** Quick and full runs hold it, or full ones only, or it is run when it is named. */
  runs: 'always' | 'full' | 'named';
  run: (bench: Bench) => Promise<Partial<Findings>>;
};
