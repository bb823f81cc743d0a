/** A number for each service; 0 is what belongs to none by itself. */
export type ByService = ReadonlyMap<number, number>;

/** What can be read of a process at any moment; what it has not is undefined. */
export type Sources = {
  /** Of the pool of connections to the database. */
  connections?: () => { max: number; total: number; idle: number; waiting: number };
  /** Who holds them and who waits for them. */
  turns?: () => { held: ByService; waiting: ByService; refused: ByService };
  /** What services have spent of their budgets, by the budget's name. */
  budgets?: () => Iterable<readonly [name: string, tallies: BudgetTallies]>;
  readers?: () => { count: number; busy: number; waiting: number };
  printer?: () => { threads: number; waiting: number };
  events?: () => { subscribers: number; lagMs: number };
  /** Space of the disk that uploads are written to. */
  disk?: () => Promise<{ totalBytes: number; freeBytes: number }>;
  /** `behindSeconds` is undefined while the replica does not say how far it is. */
  replica?: () => Promise<{ isUsed: boolean; behindSeconds: number | undefined }>;
  isReady?: () => Promise<boolean>;
};

export type BudgetTallies = ReadonlyMap<number, { spent: number; refused: number }>;

/** What watches a process. */
export type Telemetry = {
  /** Has it read these, too. */
  watch: (sources: Sources) => void;
  /** Where metrics are read, e.g. http://127.0.0.1:9464/metrics. */
  metricsUrl: string | undefined;
  /** Sends what is not sent yet, and ends. */
  close: () => Promise<void>;
};
