/**
 * Items of one key. The first `takenCount` have been taken and stay in the array for a while, because shifting
 * thousands of items one by one would take quadratic time.
 */
type KeyItems<Item> = { items: (Item | undefined)[]; takenCount: number };

/** Queue that serves its keys (services) round-robin: the first item of each key is taken before any second item. */
export class FairQueue<Item extends object> {
  /** Keys in the order in which their next item is taken. */
  readonly #waiting = new Map<number, KeyItems<Item>>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  getLength(key: number): number {
    const keyItems = this.#waiting.get(key);
    return keyItems === undefined ? 0 : keyItems.items.length - keyItems.takenCount;
  }

  /** Returns the number of items by key, for keys that have any. */
  getLengths(): Map<number, number> {
    return new Map(
      this.#waiting
        .entries()
        .map(([key, keyItems]) => [key, keyItems.items.length - keyItems.takenCount]),
    );
  }

  push(key: number, item: Item): void {
    const keyItems = this.#waiting.get(key);
    if (keyItems === undefined) this.#waiting.set(key, { items: [item], takenCount: 0 });
    else keyItems.items.push(item);
    this.#length += 1;
  }

  has(key: number, item: Item): boolean {
    return this.#indexOf(key, item) >= 0;
  }

  /**
   * Removes and returns the next item for which `canTake` returns true; undefined when there is none. Only the first
   * item of each key is tried. `canTake` may have side effects: when it returns true, the item is always taken.
   */
  shift(
    canTake: (key: number, item: Item) => boolean = () => true,
  ): { key: number; item: Item } | undefined {
    for (const [key, keyItems] of this.#waiting) {
      const item = keyItems.items[keyItems.takenCount];
      if (item === undefined || !canTake(key, item)) continue;
      this.#take(key, keyItems);
      return { key, item };
    }
    return undefined;
  }

  /** Removes an item that no longer waits; returns false when it is not in the queue. */
  remove(key: number, item: Item): boolean {
    const keyItems = this.#waiting.get(key);
    const index = this.#indexOf(key, item);
    if (keyItems === undefined || index < 0) return false;
    keyItems.items.splice(index, 1);
    this.#length -= 1;
    if (keyItems.items.length === keyItems.takenCount) this.#waiting.delete(key);
    return true;
  }

  #indexOf(key: number, item: Item): number {
    const keyItems = this.#waiting.get(key);
    return keyItems?.items.indexOf(item, keyItems.takenCount) ?? -1;
  }

  /** Moves the key behind the others. */
  #take(key: number, keyItems: KeyItems<Item>): void {
    keyItems.items[keyItems.takenCount] = undefined;
    keyItems.takenCount += 1;
    this.#length -= 1;
    this.#waiting.delete(key);
    if (keyItems.items.length === keyItems.takenCount) return;
    if (keyItems.takenCount >= TAKEN_MAX) {
      keyItems.items.splice(0, keyItems.takenCount);
      keyItems.takenCount = 0;
    }
    this.#waiting.set(key, keyItems);
  }
}

/** Number of taken items after which they are removed from the array. */
const TAKEN_MAX = 1_000;
