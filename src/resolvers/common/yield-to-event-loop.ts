import type { RequestContext } from '../../context.ts';
import { timeSlices as sharedSlices, type TimeSlices } from '../../scheduling/time-slices.ts';

/**
 * Yields to the event loop when the process has used up its time slice. Loads that the request schedules meanwhile are
 * dispatched after all of its yielding work has continued: rows of one page that yield one by one still load what hangs
 * on them in one statement.
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
