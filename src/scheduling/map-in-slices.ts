import { slices } from './time-slices.ts';

/** Maps items in their order, and yields to the event loop when the time slice is over. */
export async function inTurns<Item, Made>(
  serviceId: number,
  items: readonly Item[],
  makeOne: (item: Item, place: number) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const [place, item] of items.entries()) {
    if (slices.isOver()) await slices.wait(serviceId);
    made.push(makeOne(item, place));
  }
  return made;
}

/**
 * Runs a generator to its end and returns its result. Yields to the event loop between two steps when the time slice is
 * over.
 */
export async function stepByStep<Made>(
  serviceId: number,
  steps: Generator<void, Made>,
): Promise<Made> {
  for (;;) {
    if (slices.isOver()) await slices.wait(serviceId);
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
