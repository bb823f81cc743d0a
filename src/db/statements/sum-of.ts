/** Does it for one after the other, as for services that have a statement each, and adds up what they come to. */
export async function sumOf<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<number>,
): Promise<number> {
  let sum = 0;
  for (const item of items) sum += await work(item);
  return sum;
}
