/** Items of one key. The first `takenCount` are taken already: removing thousands one by one would be quadratic. */
type KeyItems<Item> = { items: (Item | undefined)[]; takenCount: number };

/** Queue that serves its keys (services) in rotation: each key's first item is taken before any key's second. */
export class FairQueue<Item extends object> {
  /** Keys in the order in which their next item is taken. */
  readonly #waiting = new Map<number, KeyItems<Item>>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  lengthOf(key: number): number {
    const ofKey = this.#waiting.get(key);
    return ofKey === undefined ? 0 : ofKey.items.length - ofKey.takenCount;
  }

  /** Returns the number of items by key, for keys that have any. */
  lengths(): Map<number, number> {
    return new Map(
      this.#waiting.entries().map(([key, ofKey]) => [key, ofKey.items.length - ofKey.takenCount]),
    );
  }

  push(key: number, item: Item): void {
    const ofKey = this.#waiting.get(key);
    if (ofKey === undefined) this.#waiting.set(key, { items: [item], takenCount: 0 });
    else ofKey.items.push(item);
    this.#length += 1;
  }

  has(key: number, item: Item): boolean {
    return this.#indexOf(key, item) >= 0;
  }

  /**
   * Takes the next item that is the first of its key and for which `canTake` returns true; undefined where none is. A true
   * result of `canTake` takes the item.
   */
  shift(
    canTake: (key: number, item: Item) => boolean = () => true,
  ): { key: number; item: Item } | undefined {
    for (const [key, ofKey] of this.#waiting) {
      const item = ofKey.items[ofKey.takenCount];
      if (item === undefined || !canTake(key, item)) continue;
      this.#take(key, ofKey);
      return { key, item };
    }
    return undefined;
  }

  /** Removes an item that no longer waits; returns false when it is not in the queue. */
  remove(key: number, item: Item): boolean {
    const ofKey = this.#waiting.get(key);
    const index = this.#indexOf(key, item);
    if (ofKey === undefined || index < 0) return false;
    ofKey.items.splice(index, 1);
    this.#length -= 1;
    if (ofKey.items.length === ofKey.takenCount) this.#waiting.delete(key);
    return true;
  }

  #indexOf(key: number, item: Item): number {
    const ofKey = this.#waiting.get(key);
    return ofKey?.items.indexOf(item, ofKey.takenCount) ?? -1;
  }

  /** Moves the key behind the others. */
  #take(key: number, ofKey: KeyItems<Item>): void {
    ofKey.items[ofKey.takenCount] = undefined;
    ofKey.takenCount += 1;
    this.#length -= 1;
    this.#waiting.delete(key);
    if (ofKey.items.length === ofKey.takenCount) return;
    if (ofKey.takenCount >= TAKEN_MAX) {
      ofKey.items.splice(0, ofKey.takenCount);
      ofKey.takenCount = 0;
    }
    this.#waiting.set(key, ofKey);
  }
}

const TAKEN_MAX = 1_000;
