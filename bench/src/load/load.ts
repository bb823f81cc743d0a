/** HTTP request; `body` is JSON text. */
export type LoadRequest = {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
};

export type LoadOptions = {
  url: string;
  /** Requests, sent in order and repeated. */
  requests: readonly LoadRequest[];
  connections: number;
  seconds: number;
};

export type LoadResult = {
  /** Number of requests that completed within the run. */
  requests: number;
  seconds: number;
  /** Median latency in milliseconds. */
  p50: number;
  p99: number;
  /** Number of responses with a status other than 2xx, broken connections and timeouts. */
  failures: number;
};

export type LoadGenerator = {
  name: string;
  run: (options: LoadOptions) => Promise<LoadResult>;
};
