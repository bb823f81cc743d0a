import type { Tracer } from './trace.ts';

/** Completed request. It contains no text of the caller. */
export type MeasuredRequest = {
  route: string;
  operation: string | undefined;
  /** Outcome as in the access log. */
  outcome: string;
  seconds: number;
};

export type MeasuredJob = { task: string; outcome: string; seconds: number };
export type MeasuredStatement = { statement: string; hasFailed: boolean; seconds: number };

/** Receives durations for metrics. */
export type Meter = {
  request: (request: MeasuredRequest) => void;
  /** Receives a request that was refused before the application received it. */
  refused: (outcome: string) => void;
  statement: (statement: MeasuredStatement) => void;
  job: (job: MeasuredJob) => void;
};

/** Hooks of metrics and traces; both are undefined unless the operator switches them on. */
export const watchers: { meter: Meter | undefined; tracer: Tracer | undefined } = {
  meter: undefined,
  tracer: undefined,
};
