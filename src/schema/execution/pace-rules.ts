import type { RequestContext } from '../../context.ts';
import type { FairSemaphore } from '../../scheduling/fair-semaphore.ts';
import type { TimeSlices } from '../../scheduling/time-slices.ts';

/** Limits of executions: size of each response, and the semaphore and time slices that the executions share. */
export type PaceRules = {
  /** Maximum size of one response in bytes. */
  bytesMax: number;
  /** Semaphore for operations that cost more than 20,000 points or whose response exceeds 256 KiB (pace.ts). */
  permits: FairSemaphore;
  /** Time slices. Defaults to the time slices of the process. */
  slices?: TimeSlices;
};

/**
 * Members of the request context that Pace uses: `caller` for its service, `reading` to suspend batches, `record` to
 * note the outcome, `client` to detect disconnection and reserve memory, and `rows` to exempt reads from memory limits.
 */
export type PaceContext = Pick<RequestContext, 'caller' | 'reading' | 'record' | 'client' | 'rows'>;
