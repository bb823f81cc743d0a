import type { IncomingHttpHeaders } from 'node:http';

/** Call of another server. `headers` pass the trace on (W3C Trace Context). */
export type TracedCall = {
  headers: Record<string, string>;
  /** It is over; undefined where no answer came. */
  end: (status: number | undefined) => void;
};

/** Trace of a request or a job run. It contains only words of the gateway. */
export type Trace = {
  /** Trace id: 32 hexadecimal digits. */
  readonly id: string;
  /** Names the operation. Spans that start afterwards belong to it. */
  operate: (operation: string) => void;
  /** A part begins; what is returned is called when it is over. */
  begin: (part: string) => (hasFailed: boolean) => void;
  call: (method: string) => TracedCall;
  end: (result: TraceResult) => void;
};

/** Result of traced work. */
export type TraceResult = {
  /** Final name of the span, for example `POST /graphql`. */
  name?: string;
  hasFailed: boolean;
  attributes: Readonly<Record<string, string | number | undefined>>;
};

/** Begins traces; undefined for what is not to be traced. */
export type Tracer = {
  request: (headers: IncomingHttpHeaders) => Trace | undefined;
  job: (task: string) => Trace | undefined;
};
