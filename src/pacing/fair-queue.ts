/** Those of one key; the first `taken` of them are gone already, since to move thousands for each would be slow. */
type Own<Item> = { items: (Item | undefined)[]; taken: number };

/** What waits, by whom it is for: nobody's second is taken before everybody's first. */
export class FairQueue<Item extends object> {
  /** In the order in which their next is taken. */
  readonly #waiting = new Map<number, Own<Item>>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  lengthOf(key: number): number {
    const own = this.#waiting.get(key);
    return own === undefined ? 0 : own.items.length - own.taken;
  }

  push(key: number, item: Item): void {
    const own = this.#waiting.get(key);
    if (own === undefined) this.#waiting.set(key, { items: [item], taken: 0 });
    else own.items.push(item);
    this.#length += 1;
  }

  /** The next item whose key `isFree`; undefined where there is none. */
  shift(isFree: (key: number) => boolean = () => true): { key: number; item: Item } | undefined {
    for (const [key, own] of this.#waiting) {
      const item = isFree(key) ? own.items[own.taken] : undefined;
      if (item === undefined) continue;
      this.#take(key, own);
      return { key, item };
    }
    return undefined;
  }

  /** Takes out one that waits no longer. */
  remove(key: number, item: Item): void {
    const own = this.#waiting.get(key);
    const at = own?.items.indexOf(item, own.taken) ?? -1;
    if (own === undefined || at < 0) return;
    own.items.splice(at, 1);
    this.#length -= 1;
    if (own.items.length === own.taken) this.#waiting.delete(key);
  }

  /** The key goes behind the others. */
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
