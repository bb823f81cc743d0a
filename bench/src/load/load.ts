/** HTTP request; `body` is JSON text. */
export type LoadRequest = {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
};

export type LoadOptions = {
  url: string;
  /** Sent one after the other, from the first again where they do not suffice. */
  requests: readonly LoadRequest[];
  connections: number;
  seconds: number;
};

export type LoadResult = {
  /** Answered within the run. */
  requests: number;
  seconds: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Answers of a status other than 2xx, broken connections, and time-outs. */
  failures: number;
};

export type LoadGenerator = {
  name: string;
  run: (options: LoadOptions) => Promise<LoadResult>;
};
