import type { RequestContext } from '../../context.ts';
import type { FairSemaphore } from '../../scheduling/fair-semaphore.ts';
import type { TimeSlices } from '../../scheduling/time-slices.ts';

/** Limits that the executions of all services share. */
export type PaceRules = {
  /** Maximum size of one response in bytes. */
  bytesMax: number;
  /** Semaphore for operations over HEAVY_BYTES or HEAVY_POINTS. */
  permits: FairSemaphore;
  /** Time slices; by default those of the process. */
  slices?: TimeSlices;
};

/** Members of the request context that control the pace of an execution. */
export type PaceContext = Pick<RequestContext, 'caller' | 'reading' | 'record' | 'client' | 'rows'>;
