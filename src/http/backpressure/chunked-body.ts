import { CHUNK_BYTES, type ChunkPool, chunkPool } from './chunk-pool.ts';

const encoder = new TextEncoder();

/** Long text as UTF-8 in chunks; each chunk leaves memory as soon as it is sent. */
export class ChunkedBody {
  #byteLength = 0;
  /** Chunks in order; the last one is being filled. */
  readonly #chunks: Chunk[] = [];
  readonly #serviceId: number;
  readonly #pool: ChunkPool;

  /** `serviceId` is the service that the response belongs to. */
  constructor(serviceId: number, pool = chunkPool) {
    this.#serviceId = serviceId;
    this.#pool = pool;
  }

  /** Size of all text that was added, in bytes of UTF-8. Taking chunks does not reduce it. */
  get byteLength(): number {
    return this.#byteLength;
  }

  /** Inserts a text of less than one chunk before everything that was added. */
  prepend(text: string): void {
    const bytes = this.#pool.acquire(this.#serviceId);
    const { written: length } = encoder.encodeInto(text, bytes);
    this.#chunks.unshift({ bytes, length });
    this.#byteLength += length;
  }

  append(text: string): void {
    let remainder = text;
    while (remainder !== '') {
      const chunk = this.#chunkToFill();
      const { read, written } = encoder.encodeInto(remainder, chunk.bytes.subarray(chunk.length));
      chunk.length += written;
      this.#byteLength += written;
      remainder = remainder.slice(read);
    }
  }

  /**
   * Yields and removes each chunk. The consumer calls `release` once nothing reads the chunk any more, and never when
   * it cannot know.
   */
  *takeChunks(): Generator<{ bytes: Uint8Array; release: () => void }, void> {
    for (let next = this.#chunks.shift(); next !== undefined; next = this.#chunks.shift()) {
      const { bytes, length } = next;
      yield {
        bytes: bytes.subarray(0, length),
        release: () => this.#pool.release(this.#serviceId, bytes),
      };
    }
  }

  /** Releases the remaining chunks. */
  discard(): void {
    for (const { release } of this.takeChunks()) release();
  }

  toString(): string {
    return Buffer.concat(
      this.#chunks.map(({ bytes, length }) => bytes.subarray(0, length)),
    ).toString();
  }

  #chunkToFill(): Chunk {
    const last = this.#chunks.at(-1);
    if (last !== undefined && CHUNK_BYTES - last.length >= CHARACTER_BYTES_MAX) return last;
    const chunk = { bytes: this.#pool.acquire(this.#serviceId), length: 0 };
    this.#chunks.push(chunk);
    return chunk;
  }
}

type Chunk = { bytes: Uint8Array<ArrayBuffer>; length: number };

/** Longest character in UTF-8; a chunk never ends within a character. */
const CHARACTER_BYTES_MAX = 4;
