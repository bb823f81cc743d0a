import type { IncomingHttpHeaders } from 'node:http';

/** Traced call of another server. `headers` carry its trace context (W3C Trace Context). */
export type TracedCall = {
  headers: Record<string, string>;
  /** Ends the call with the HTTP status; undefined when no response arrived. */
  end: (status: number | undefined) => void;
};

/** Trace of a request or a job. It contains no text of a caller. */
export type Trace = {
  /** Trace id: 32 hexadecimal digits. */
  readonly id: string;
  /** Sets the operation, which becomes the parent of later spans. */
  operate: (operation: string) => void;
  /** Starts a span and returns the function that ends it. */
  begin: (part: string) => (hasFailed: boolean) => void;
  /** Starts the span of an HTTP call with this method. */
  call: (method: string) => TracedCall;
  end: (result: TraceResult) => void;
};

/** Result of the traced work. */
export type TraceResult = {
  /** Final name of the trace, for example `POST /graphql`. */
  name?: string;
  hasFailed: boolean;
  attributes: Readonly<Record<string, string | number | undefined>>;
};

/** Starts traces; returns undefined for work that is not sampled. */
export type Tracer = {
  request: (headers: IncomingHttpHeaders) => Trace | undefined;
  job: (task: string) => Trace | undefined;
};
