import { setImmediate } from 'node:timers/promises';

/** How many are looked at before other requests have their turn: some two milliseconds. */
const AT_ONCE = 100;

/** The same of each of many, in their order; other requests have their turn in between. */
export async function mapInTurns<Item, Made>(
  items: readonly Item[],
  makeOne: (item: Item, place: number) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE) {
    if (at > 0) await setImmediate();
    made.push(...items.slice(at, at + AT_ONCE).map((one, place) => makeOne(one, at + place)));
  }
  return made;
}
