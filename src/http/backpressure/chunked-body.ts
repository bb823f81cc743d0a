import { CHUNK_BYTES, type ChunkPool, chunks } from './chunk-pool.ts';

const encoder = new TextEncoder();

/** Long text as UTF-8 in chunks, so that sent parts leave the memory. */
export class ChunkedBody {
  #byteLength = 0;
  /** Chunks of the text, of which the last is being filled. */
  readonly #chunks: Chunk[] = [];
  readonly #serviceId: number;
  readonly #pool: ChunkPool;

  /** Creates a body for a response of that service. */
  constructor(serviceId: number, pool = chunks) {
    this.#serviceId = serviceId;
    this.#pool = pool;
  }

  /** Length of the appended text in UTF-8 bytes. */
  get byteLength(): number {
    return this.#byteLength;
  }

  /** Inserts a short text, at most a few hundred characters, before the appended text. */
  prepend(text: string): void {
    const bytes = this.#pool.take(this.#serviceId);
    const { written: length } = encoder.encodeInto(text, bytes);
    this.#chunks.unshift({ bytes, length });
    this.#byteLength += length;
  }

  append(text: string): void {
    let rest = text;
    while (rest !== '') {
      const chunk = this.#chunkToFill();
      const { read, written } = encoder.encodeInto(rest, chunk.bytes.subarray(chunk.length));
      chunk.length += written;
      this.#byteLength += written;
      rest = rest.slice(read);
    }
  }

  /**
   * Yields and removes each chunk. `done` must be called once the chunk is not used any more, and never while that is
   * unknown.
   */
  *take(): Generator<{ bytes: Uint8Array; done: () => void }, void> {
    for (let next = this.#chunks.shift(); next !== undefined; next = this.#chunks.shift()) {
      const { bytes, length } = next;
      yield {
        bytes: bytes.subarray(0, length),
        done: () => this.#pool.give(this.#serviceId, bytes),
      };
    }
  }

  /** Discards the remaining chunks. */
  discard(): void {
    for (const { done } of this.take()) done();
  }

  toString(): string {
    return Buffer.concat(
      this.#chunks.map(({ bytes, length }) => bytes.subarray(0, length)),
    ).toString();
  }

  #chunkToFill(): Chunk {
    const last = this.#chunks.at(-1);
    if (last !== undefined && CHUNK_BYTES - last.length >= CHARACTER_BYTES_MAX) return last;
    const chunk = { bytes: this.#pool.take(this.#serviceId), length: 0 };
    this.#chunks.push(chunk);
    return chunk;
  }
}

type Chunk = { bytes: Uint8Array<ArrayBuffer>; length: number };

/** Maximum number of bytes of one character. No chunk ends within a character. */
const CHARACTER_BYTES_MAX = 4;
