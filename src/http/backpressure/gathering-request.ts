import { IncomingMessage } from 'node:http';
import { idleSlices } from '../../scheduling/time-slices.ts';
import { chunkFloodGuard } from './chunk-flood-guard.ts';

/** Number of chunks of a body that are passed on unchanged; most bodies have fewer. */
const UNGATHERED_CHUNKS_MAX = 16;
/** Length from which a chunk is not joined with others. */
const SHORT_BYTES = 1024;
/** Size of the buffer in which short chunks are joined. */
const GATHERED_BYTES = 16 * 1024;
/** Number of chunks after which a body is read in idle time slices: one read may hold 10,000, which takes 7 ms. */
const SHORT_CHUNKS_MAX = 1_000;

/**
 * Request that joins very short chunks of its body. HTTP allows one chunk per byte; each would become an object a
 * hundred times as large, and cause a call of every reader.
 */
export class GatheringRequest extends IncomingMessage {
  #count = 0;
  #gathered: Buffer | undefined;
  #length = 0;
  #isAbandoned = false;

  /** Ends the body for its readers as if the client had disconnected, and leaves the connection open. */
  abandon(): void {
    this.#isAbandoned = true;
    this.destroy();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    if (this.#isAbandoned) callback(error);
    else super._destroy(error, callback);
  }

  /** Receives a chunk from the HTTP parser. Returns false when reading from the connection must pause. */
  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    this.#count += 1;
    if (this.#isAbandoned) {
      // The rest of the same read. False would pause the connection, which lingers.
      if (this.#count === SHORT_CHUNKS_MAX + 1) chunkFloodGuard.reportFlood(this.socket);
      return true;
    }
    if (this.#count <= UNGATHERED_CHUNKS_MAX) return super.push(chunk, encoding);
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
    await idleSlices.wait(chunkFloodGuard.getServiceId(this.socket));
    if (!this.destroyed) super._read(size);
  }

  #gather(chunk: Uint8Array): void {
    if (this.#length + chunk.byteLength > GATHERED_BYTES) this.#flush();
    // By then the parser has pushed all chunks of the same read.
    if (this.#length === 0) setImmediate(() => this.#flush());
    this.#gathered ??= Buffer.allocUnsafe(GATHERED_BYTES);
    this.#gathered.set(chunk, this.#length);
    this.#length += chunk.byteLength;
  }

  /** Passes the gathered bytes on as a copy: a slice of one byte would keep the whole buffer alive. */
  #flush(): void {
    const bytes = this.#gathered?.subarray(0, this.#length);
    this.#length = 0;
    if (bytes === undefined || bytes.length === 0 || this.destroyed) return;
    super.push(Buffer.from(bytes));
  }
}
