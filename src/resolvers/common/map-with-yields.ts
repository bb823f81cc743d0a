import type { RequestContext } from '../../context.ts';
import type { TimeSlices } from '../../scheduling/time-slices.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** Number of items between two readings of the clock. */
const AT_ONCE = 20;

/** Maps items in order and yields to the event loop in between. */
export async function mapWithYields<Item, Made>(
  ctx: RequestContext,
  items: readonly Item[],
  { makeOne, turns }: { makeOne: (item: Item, index: number) => Made; turns?: TimeSlices },
): Promise<Made[]> {
  const results: Made[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE) {
    await yieldToEventLoop(ctx, turns);
    results.push(...items.slice(at, at + AT_ONCE).map((item, index) => makeOne(item, at + index)));
  }
  return results;
}
