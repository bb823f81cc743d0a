import type { RequestContext } from '../../context.ts';
import type { FairSemaphore } from '../../scheduling/fair-semaphore.ts';
import type { TimeSlices } from '../../scheduling/time-slices.ts';

/** Limits that the executions of all services share. */
export type PaceRules = {
  /** Limit of one response. */
  bytesMax: number;
  /** Permits of operations over HEAVY_BYTES or HEAVY_POINTS. */
  turns: FairSemaphore;
  /** Default: the slices of the process. */
  slices?: TimeSlices;
};

/** Members of the request context that an execution is paced by. */
export type PaceContext = Pick<RequestContext, 'caller' | 'reading' | 'record' | 'client' | 'rows'>;
