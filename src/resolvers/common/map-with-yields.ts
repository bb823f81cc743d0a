import type { RequestContext } from '../../context.ts';
import type { TimeSlices } from '../../scheduling/time-slices.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** Number of items mapped between two checks of the time slice. */
const BATCH_SIZE = 20;

/**
 * Maps items in order and yields to the event loop when the time slice is used up. `timeSlices` defaults to those of
 * the process.
 */
export async function mapWithYields<Item, Result>(
  ctx: RequestContext,
  items: readonly Item[],
  {
    mapItem,
    timeSlices,
  }: { mapItem: (item: Item, index: number) => Result; timeSlices?: TimeSlices },
): Promise<Result[]> {
  const results: Result[] = [];
  for (let offset = 0; offset < items.length; offset += BATCH_SIZE) {
    await yieldToEventLoop(ctx, timeSlices);
    results.push(
      ...items
        .slice(offset, offset + BATCH_SIZE)
        .map((item, index) => mapItem(item, offset + index)),
    );
  }
  return results;
}
