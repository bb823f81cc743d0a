/** Value for each service; key 0 stands for shared work. */
export type ByService = ReadonlyMap<number, number>;

/** Metrics sources of a process. Absent ones are undefined. */
export type Sources = {
  /** Numbers of the connection pool. */
  connections?: () => { max: number; total: number; idle: number; waiting: number };
  /** Connections in use, waiting and rejected, by service. */
  turns?: () => { held: ByService; waiting: ByService; refused: ByService };
  /** Consumed points by service, for each rate limit. */
  budgets?: () => Iterable<readonly [name: string, tallies: BudgetTallies]>;
  readers?: () => { count: number; busy: number; waiting: number };
  printer?: () => { threads: number; waiting: number };
  events?: () => { subscribers: number; lagMs: number };
  /** Space of the disk that uploads are written to. */
  disk?: () => Promise<{ totalBytes: number; freeBytes: number }>;
  /** State of the replica. `behindSeconds` is undefined while its delay is unknown. */
  replica?: () => Promise<{ isUsed: boolean; behindSeconds: number | undefined }>;
  isReady?: () => Promise<boolean>;
};

export type BudgetTallies = ReadonlyMap<number, { spent: number; refused: number }>;

/** Metrics and traces of a process. */
export type Telemetry = {
  /** Adds metrics sources. */
  watch: (sources: Sources) => void;
  /** URL of the metrics, for example http://127.0.0.1:9464/metrics. */
  metricsUrl: string | undefined;
  /** Sends the remaining spans and stops. */
  close: () => Promise<void>;
};
