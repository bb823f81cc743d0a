import { Growing } from './growable-array.ts';

const TEXT_FIRST = 64 * 1024;
/** The longest sign of UTF-8 that one of UTF-16 comes to. */
const BYTES_OF_SIGN = 3;

/** Texts one after the other in UTF-8, outside V8's heap, with where each begins and the last one ends. */
export type TextTable = { starts: Uint32Array; text: Buffer };

export class GrowingTexts {
  readonly #starts = new Growing(Uint32Array);
  #text = Buffer.alloc(TEXT_FIRST);
  #length = 0;

  get bytes(): number {
    return this.#length;
  }

  push(text: string): void {
    this.#starts.push(this.#length);
    const longest = this.#length + text.length * BYTES_OF_SIGN;
    if (longest > this.#text.length) {
      const larger = Buffer.alloc(Math.max(longest, this.#text.length * 2));
      this.#text.copy(larger);
      this.#text = larger;
    }
    this.#length += this.#text.write(text, this.#length);
  }

  take(): TextTable {
    this.#starts.push(this.#length);
    return { starts: this.#starts.take(), text: Buffer.from(this.#text.subarray(0, this.#length)) };
  }
}

/** One of the texts. */
export function textAt({ text, starts }: TextTable, place: number): string {
  return text.toString('utf8', starts[place], starts[place + 1]);
}
