type Sized<Value> = { value: Value; size: number };

/** Values that are remembered, in two generations: where the younger is full, what nobody asked for since is forgotten. */
export class Kept<Value> {
  readonly #most: number;
  #young = new Map<string, Sized<Value>>();
  #old = new Map<string, Sized<Value>>();
  #size = 0;

  /** `most`: what the sizes of a generation come to, or little more. */
  constructor(most: number) {
    this.#most = most;
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
    if (this.#size >= this.#most) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#size = 0;
    }
    this.#young.set(key, { value, size });
    this.#size += size;
  }
}
