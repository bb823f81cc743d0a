import { slices } from './time-slices.ts';

/** Something of each of many, in their order; others have their turn wherever this one's is over. */
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

/** What comes of work that is cut into steps; others have their turn between two of them wherever this one's is over. */
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
