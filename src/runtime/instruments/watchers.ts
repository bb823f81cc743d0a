import type { Tracer } from './trace.ts';

/** A request that was answered, in words of the gateway's own and of the operator. */
export type MeasuredRequest = {
  route: string;
  operation: string | undefined;
  /** What came of it, as its line in the log says it. */
  outcome: string;
  seconds: number;
};

export type MeasuredJob = { task: string; outcome: string; seconds: number };
export type MeasuredStatement = { statement: string; hasFailed: boolean; seconds: number };

/** Is told of what takes time. */
export type Meter = {
  request: (request: MeasuredRequest) => void;
  /** Was answered before it was a request. */
  refused: (outcome: string) => void;
  statement: (statement: MeasuredStatement) => void;
  job: (job: MeasuredJob) => void;
};

/**
 * Who measures and traces in this process: nobody, unless the operator wants it. To ask whether there is somebody is all that
 * it costs then.
 */
export const watchers: { meter: Meter | undefined; tracer: Tracer | undefined } = {
  meter: undefined,
  tracer: undefined,
};
