import { IncomingMessage } from 'node:http';
import { idleSlices } from '../../scheduling/time-slices.ts';
import { chunkFloodGuard } from './chunk-flood-guard.ts';

/** Chunks that pass through unchanged; most bodies have fewer. */
const THROUGH_MAX = 16;
/** Length from which a chunk passes through by itself. */
const SHORT_BYTES = 1024;
const GATHERED_BYTES = 16 * 1024;
/** Chunks after which a body is read in idle time slices only: one read may hold ten thousand, which takes 7 ms. */
const SHORT_CHUNKS_MAX = 1_000;

/**
 * Request that joins very short chunks of its body. HTTP allows a chunk per byte; each would become an object a hundred
 * times as large and a call of every reader.
 */
export class GatheringRequest extends IncomingMessage {
  #count = 0;
  #gathered: Buffer | undefined;
  #length = 0;

  /** Returns false when reading from the connection must pause. */
  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    this.#count += 1;
    if (this.#count <= THROUGH_MAX) return super.push(chunk, encoding);
    if (!(chunk instanceof Uint8Array) || chunk.byteLength >= SHORT_BYTES) {
      this.#flush();
      return super.push(chunk, encoding);
    }
    this.#gather(chunk);
    if (this.#count === SHORT_CHUNKS_MAX + 1) chunkFloodGuard.reportFlood(this.socket);
    if (this.#count > SHORT_CHUNKS_MAX) return false;
    return this.readableLength + this.#length < this.readableHighWaterMark;
  }

  /** Resumes reading from the connection. */
  override _read(size: number): void {
    if (this.#count <= SHORT_CHUNKS_MAX) super._read(size);
    else void this.#readInIdleSlice(size);
  }

  async #readInIdleSlice(size: number): Promise<void> {
    await idleSlices.wait(chunkFloodGuard.serviceOf(this.socket));
    if (!this.destroyed) super._read(size);
  }

  #gather(chunk: Uint8Array): void {
    if (this.#length + chunk.byteLength > GATHERED_BYTES) this.#flush();
    // By then everything of the same read has arrived.
    if (this.#length === 0) setImmediate(() => this.#flush());
    this.#gathered ??= Buffer.allocUnsafe(GATHERED_BYTES);
    this.#gathered.set(chunk, this.#length);
    this.#length += chunk.byteLength;
  }

  /** Pushes a copy: a one-byte slice would keep the whole gathering buffer alive. */
  #flush(): void {
    const bytes = this.#gathered?.subarray(0, this.#length);
    this.#length = 0;
    if (bytes === undefined || bytes.length === 0 || this.destroyed) return;
    super.push(Buffer.from(bytes));
  }
}
