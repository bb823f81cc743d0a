import { CHUNK_BYTES, type ChunkPool, chunkPool } from './chunk-pool.ts';

const encoder = new TextEncoder();

/** A long text as UTF-8 in chunks, so that what of it was sent is in memory no longer. */
export class ChunkedBody {
  #byteLength = 0;
  /** The last is being filled. */
  readonly #chunks: Chunk[] = [];
  readonly #serviceId: number;
  readonly #pool: ChunkPool;

  /** `serviceId` says whose answer it is. */
  constructor(serviceId: number, pool = chunkPool) {
    this.#serviceId = serviceId;
    this.#pool = pool;
  }

  /** In UTF-8, of all that was appended. */
  get byteLength(): number {
    return this.#byteLength;
  }

  /** Puts a short text, of some hundred characters at most, before all that was appended. */
  prepend(text: string): void {
    const bytes = this.#pool.acquire(this.#serviceId);
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
   * Each chunk in turn, which is forgotten then. `done` is to be called once nobody reads it any more, and never for one of
   * which that is not known.
   */
  *take(): Generator<{ bytes: Uint8Array; done: () => void }, void> {
    for (let next = this.#chunks.shift(); next !== undefined; next = this.#chunks.shift()) {
      const { bytes, length } = next;
      yield {
        bytes: bytes.subarray(0, length),
        done: () => this.#pool.release(this.#serviceId, bytes),
      };
    }
  }

  /** Nobody will read what is left. */
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
    const chunk = { bytes: this.#pool.acquire(this.#serviceId), length: 0 };
    this.#chunks.push(chunk);
    return chunk;
  }
}

type Chunk = { bytes: Uint8Array<ArrayBuffer>; length: number };

/** Of one character, which no chunk ends within. */
const CHARACTER_BYTES_MAX = 4;
