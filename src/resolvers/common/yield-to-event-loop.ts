import type { RequestContext } from '../../context.ts';
import { timeSlices as sharedSlices, type TimeSlices } from '../../scheduling/time-slices.ts';

/**
 * Yields to the event loop when the process has used up its time slice. Loads scheduled meanwhile are dispatched after
 * all yielding work of the request has resumed, so that rows of a page that yield one by one still share one statement.
 */
export async function yieldToEventLoop(
  { caller, reading }: Pick<RequestContext, 'caller' | 'reading'>,
  timeSlices: TimeSlices = sharedSlices,
): Promise<void> {
  if (!timeSlices.isOver()) return;
  reading.suspend();
  try {
    await timeSlices.wait(caller.serviceId);
  } finally {
    reading.resume();
  }
}
