import type { IncomingHttpHeaders } from 'node:http';

/** A call of another server. `headers` tell it whose part it is (W3C Trace Context). */
export type TracedCall = {
  headers: Record<string, string>;
  /** It is over; undefined where no answer came. */
  end: (status: number | undefined) => void;
};

/** One piece of work that is traced, a request or a run of a job. Only words of the gateway's own are told to it. */
export type Trace = {
  /** As the collector has it: 32 hexadecimal digits. */
  readonly id: string;
  /** What is asked for is known; what begins from now on is a part of that. */
  operate: (operation: string) => void;
  /** A part begins; what is returned is called when it is over. */
  begin: (part: string) => (hasFailed: boolean) => void;
  call: (method: string) => TracedCall;
  end: (result: TraceResult) => void;
};

/** What came of it. */
export type TraceResult = {
  /** What it is called, since more of it is known by now: `POST /graphql`. */
  name?: string;
  hasFailed: boolean;
  attributes: Readonly<Record<string, string | number | undefined>>;
};

/** Begins traces; undefined for what is not to be traced. */
export type Tracer = {
  request: (headers: IncomingHttpHeaders) => Trace | undefined;
  job: (task: string) => Trace | undefined;
};
