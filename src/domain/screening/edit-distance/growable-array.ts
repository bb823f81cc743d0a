type Values = Float64Array<ArrayBuffer> | Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;
/** Number of elements of a new array, which most indexes exceed. */
const CAPACITY_INITIAL = 1024;

/** Typed array that doubles its capacity when it is full. */
export class GrowableArray<Kind extends Values> {
  readonly #Kind: new (
    length: number,
  ) => Kind;
  #values: Kind;
  length = 0;

  constructor(Kind: new (length: number) => Kind) {
    this.#Kind = Kind;
    this.#values = new Kind(CAPACITY_INITIAL);
  }

  /** Backing array; elements from `length` on are unused. */
  get values(): Kind {
    return this.#values;
  }

  get(index: number): number {
    return this.#values[index] ?? 0;
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new this.#Kind(this.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length] = value;
    this.length += 1;
  }

  /** Returns a copy of the used part. */
  toArray(): Kind {
    const copy = new this.#Kind(this.length);
    copy.set(this.#values.subarray(0, this.length));
    return copy;
  }
}
