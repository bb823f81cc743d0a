import { timeSlices } from './time-slices.ts';

/** Maps the items in order, and yields to the event loop whenever the time slice is used up. */
export async function mapInSlices<Item, Result>(
  serviceId: number,
  items: readonly Item[],
  toResult: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    if (timeSlices.isOver()) await timeSlices.wait(serviceId);
    results.push(toResult(item, index));
  }
  return results;
}

/** Runs a generator to its end, and yields to the event loop between two steps whenever the time slice is used up. */
export async function runStepsInSlices<Result>(
  serviceId: number,
  steps: Generator<void, Result>,
): Promise<Result> {
  for (;;) {
    if (timeSlices.isOver()) await timeSlices.wait(serviceId);
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
