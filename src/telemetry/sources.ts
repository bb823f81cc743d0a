/** Value for each service; key 0 stands for shared work. */
export type ByService = ReadonlyMap<number, number>;

/** Functions that read the values of metrics. A process omits those of parts that it does not run. */
export type Sources = {
  /** Counts of the connections of the pool, and of the work that waits for one. */
  connections?: () => { max: number; total: number; idle: number; waiting: number };
  /** By service: connections in use, work that waits for a connection, work that got none in time. */
  permits?: () => { held: ByService; waiting: ByService; refused: ByService };
  /** Counters by service, for each rate limit. */
  rateLimits?: () => Iterable<readonly [name: string, counters: RateLimitCounters]>;
  /** `isWorking` is undefined until a reader was tested or has read a document. */
  readers?: () => { count: number; busy: number; waiting: number; isWorking?: boolean | undefined };
  printer?: () => { threads: number; waiting: number };
  events?: () => { subscribers: number; lagMs: number };
  /** Space of the disk that uploads are written to. */
  disk?: () => Promise<{ totalBytes: number; freeBytes: number }>;
  /** State of the replica. `behindSeconds` is undefined while the replication lag is unknown. */
  replica?: () => Promise<{ isUsed: boolean; behindSeconds: number | undefined }>;
  isReady?: () => Promise<boolean>;
};

/** Consumed tokens and number of rejected requests, by service. */
export type RateLimitCounters = ReadonlyMap<number, { consumed: number; rejected: number }>;

/** Metrics and traces of a process. */
export type Telemetry = {
  /** Adds metrics sources; they replace earlier ones of the same name. */
  watch: (sources: Sources) => void;
  /** URL of the metrics, for example http://127.0.0.1:9464/metrics. */
  metricsUrl: string | undefined;
  /** Sends the remaining spans and stops. */
  close: () => Promise<void>;
};
