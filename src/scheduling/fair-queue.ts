/** Items of one key. The first `taken` items are removed already: moving thousands for each removal would be slow. */
type Own<Item> = { items: (Item | undefined)[]; taken: number };

/** Queue that is fair between keys: the second item of a key is not taken before the first item of every other key. */
export class FairQueue<Item extends object> {
  /** Keys in the order in which their next item is taken. */
  readonly #waiting = new Map<number, Own<Item>>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  lengthOf(key: number): number {
    const own = this.#waiting.get(key);
    return own === undefined ? 0 : own.items.length - own.taken;
  }

  /** Returns the number of waiting items of each key. */
  lengths(): Map<number, number> {
    return new Map(
      this.#waiting.entries().map(([key, own]) => [key, own.items.length - own.taken]),
    );
  }

  push(key: number, item: Item): void {
    const own = this.#waiting.get(key);
    if (own === undefined) this.#waiting.set(key, { items: [item], taken: 0 });
    else own.items.push(item);
    this.#length += 1;
  }

  has(key: number, item: Item): boolean {
    return this.#placeOf(key, item) >= 0;
  }

  /** Removes and returns the next item that is first of its key and passes `isFree`. Undefined when there is none. */
  shift(
    isFree: (key: number, item: Item) => boolean = () => true,
  ): { key: number; item: Item } | undefined {
    for (const [key, own] of this.#waiting) {
      const item = own.items[own.taken];
      if (item === undefined || !isFree(key, item)) continue;
      this.#take(key, own);
      return { key, item };
    }
    return undefined;
  }

  /** Removes an item. Returns false when it is not waiting. */
  remove(key: number, item: Item): boolean {
    const own = this.#waiting.get(key);
    const at = this.#placeOf(key, item);
    if (own === undefined || at < 0) return false;
    own.items.splice(at, 1);
    this.#length -= 1;
    if (own.items.length === own.taken) this.#waiting.delete(key);
    return true;
  }

  #placeOf(key: number, item: Item): number {
    const own = this.#waiting.get(key);
    return own?.items.indexOf(item, own.taken) ?? -1;
  }

  /** Removes the first item of a key and moves the key to the end. */
  #take(key: number, own: Own<Item>): void {
    own.items[own.taken] = undefined;
    own.taken += 1;
    this.#length -= 1;
    this.#waiting.delete(key);
    if (own.items.length === own.taken) return;
    if (own.taken >= TAKEN_MAX) {
      own.items.splice(0, own.taken);
      own.taken = 0;
    }
    this.#waiting.set(key, own);
  }
}

const TAKEN_MAX = 1_000;
