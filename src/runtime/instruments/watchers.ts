import type { Tracer } from './trace.ts';

/** A request that was answered, in words of the gateway's own and of the operator. */
export type MeasuredRequest = {
  route: string;
  operation: string | undefined;
  /** Outcome, as in the access log. */
  outcome: string;
  seconds: number;
};

export type MeasuredJob = { task: string; outcome: string; seconds: number };
export type MeasuredStatement = { statement: string; hasFailed: boolean; seconds: number };

/** Receiver of durations. */
export type Meter = {
  request: (request: MeasuredRequest) => void;
  /** Was answered before it was a request. */
  refused: (outcome: string) => void;
  statement: (statement: MeasuredStatement) => void;
  job: (job: MeasuredJob) => void;
};

/** Meter and tracer of this process, if configured. Without them, the only cost is checking for them. */
export const watchers: { meter: Meter | undefined; tracer: Tracer | undefined } = {
  meter: undefined,
  tracer: undefined,
};
