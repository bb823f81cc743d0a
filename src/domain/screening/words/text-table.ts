import { GrowableArray } from '../edit-distance/growable-array.ts';

/** Number of bytes of a new table, which doubles when it is full. */
const CAPACITY_INITIAL = 64 * 1024;
/** Maximum number of UTF-8 bytes for one UTF-16 code unit. */
const BYTES_PER_CODE_UNIT_MAX = 3;

/** Concatenated UTF-8 texts outside V8's heap, with the start of each and the end of the last one. */
export type TextTable = { starts: Uint32Array; text: Buffer };

export class TextTableBuilder {
  readonly #starts = new GrowableArray(Uint32Array);
  #text = Buffer.alloc(CAPACITY_INITIAL);
  #length = 0;

  get bytes(): number {
    return this.#length;
  }

  push(text: string): void {
    this.#starts.push(this.#length);
    const bytesMax = this.#length + text.length * BYTES_PER_CODE_UNIT_MAX;
    if (bytesMax > this.#text.length) {
      const larger = Buffer.alloc(Math.max(bytesMax, this.#text.length * 2));
      this.#text.copy(larger);
      this.#text = larger;
    }
    this.#length += this.#text.write(text, this.#length);
  }

  toTable(): TextTable {
    this.#starts.push(this.#length);
    return {
      starts: this.#starts.toArray(),
      text: Buffer.from(this.#text.subarray(0, this.#length)),
    };
  }
}

/** Returns the text at an index. */
export function getText({ text, starts }: TextTable, index: number): string {
  return text.toString('utf8', starts[index], starts[index + 1]);
}
