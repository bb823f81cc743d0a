import { slices } from './slices.ts';

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
