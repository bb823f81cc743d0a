import { IncomingMessage } from 'node:http';
import { spareTurns } from '../../scheduling/time-slices.ts';
import { chunkFloods } from './chunk-flood-guard.ts';

/** Number of chunks that are passed on unchanged: most bodies have only a few. */
const THROUGH_MAX = 16;
/** Length from which a chunk is passed on by itself. */
const SHORT_BYTES = 1024;
const GATHERED_BYTES = 16 * 1024;
/**
 * Number of short chunks after which a connection is read at idle moments only. One read may have ten thousand chunks,
 * which takes 7 ms.
 */
const SHORT_CHUNKS_MAX = 1_000;

/**
 * Request whose short body chunks are merged. In HTTP, each byte may be a chunk, which would be an object a hundred
 * times as large and an event for each reader.
 */
export class GatheringRequest extends IncomingMessage {
  #count = 0;
  #gathered: Buffer | undefined;
  #length = 0;

  /** Returns false when the connection must not be read for now. */
  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    this.#count += 1;
    if (this.#count <= THROUGH_MAX) return super.push(chunk, encoding);
    if (!(chunk instanceof Uint8Array) || chunk.byteLength >= SHORT_BYTES) {
      this.#flush();
      return super.push(chunk, encoding);
    }
    this.#gather(chunk);
    if (this.#count === SHORT_CHUNKS_MAX + 1) chunkFloods.flood(this.socket);
    if (this.#count > SHORT_CHUNKS_MAX) return false;
    return this.readableLength + this.#length < this.readableHighWaterMark;
  }

  /** Resumes reading of the connection. */
  override _read(size: number): void {
    if (this.#count <= SHORT_CHUNKS_MAX) super._read(size);
    else void this.#readInTurn(size);
  }

  async #readInTurn(size: number): Promise<void> {
    await spareTurns.wait(chunkFloods.serviceOf(this.socket));
    if (!this.destroyed) super._read(size);
  }

  #gather(chunk: Uint8Array): void {
    if (this.#length + chunk.byteLength > GATHERED_BYTES) this.#flush();
    // All data of one read has arrived by then.
    if (this.#length === 0) setImmediate(() => this.#flush());
    this.#gathered ??= Buffer.allocUnsafe(GATHERED_BYTES);
    this.#gathered.set(chunk, this.#length);
    this.#length += chunk.byteLength;
  }

  /** Passes on a copy: a single byte would otherwise keep the whole merge buffer in memory. */
  #flush(): void {
    const bytes = this.#gathered?.subarray(0, this.#length);
    this.#length = 0;
    if (bytes === undefined || bytes.length === 0 || this.destroyed) return;
    super.push(Buffer.from(bytes));
  }
}
