type Sized<Value> = { value: Value; size: number };

/**
 * Cache of two generations: when the young one is full, it replaces the old one, and entries not read since are
 * evicted.
 */
export class GenerationCache<Value> {
  readonly #sizeMax: number;
  #young = new Map<string, Sized<Value>>();
  #old = new Map<string, Sized<Value>>();
  #size = 0;

  /** `generationSizeMax` is the approximate limit of the sum of entry sizes in one generation. */
  constructor(generationSizeMax: number) {
    this.#sizeMax = generationSizeMax;
  }

  get(key: string): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young.value;
    const old = this.#old.get(key);
    if (old === undefined) return undefined;
    this.set(key, old.value, old.size);
    return old.value;
  }

  set(key: string, value: Value, size: number): void {
    if (this.#size >= this.#sizeMax) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#size = 0;
    }
    this.#young.set(key, { value, size });
    this.#size += size;
  }
}
