type Values = Float64Array<ArrayBuffer> | Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;
const FIRST = 1024;

/** Numbers in a flat array that becomes twice as long wherever it is full. */
export class Growing<Kind extends Values> {
  readonly #Kind: new (
    length: number,
  ) => Kind;
  #values: Kind;
  length = 0;

  constructor(Kind: new (length: number) => Kind) {
    this.#Kind = Kind;
    this.#values = new Kind(FIRST);
  }

  /** All of them by place, and room behind them. */
  get values(): Kind {
    return this.#values;
  }

  at(place: number): number {
    return this.#values[place] ?? 0;
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

  /** Only what was put in. */
  take(): Kind {
    const taken = new this.#Kind(this.length);
    taken.set(this.#values.subarray(0, this.length));
    return taken;
  }
}
