import { IncomingMessage } from 'node:http';
import { idleSlices } from '../../scheduling/time-slices.ts';
import { chunkFloodGuard } from './chunk-flood-guard.ts';

/** Most bodies are a few chunks, which go through as they are. */
const THROUGH_MAX = 16;
/** What is as long is worth a chunk of its own. */
const SHORT_BYTES = 1024;
const GATHERED_BYTES = 16 * 1024;
/** One reading of a connection may hold ten thousand, which takes 7 ms: after so many it is read at spare moments. */
const SHORT_CHUNKS_MAX = 1_000;

/**
 * A request whose body may come in very many short chunks: as HTTP has it, each byte may be one. Each would be an object a
 * hundred times as large, and a round through all who read it, so that they are gathered.
 */
export class GatheringRequest extends IncomingMessage {
  #count = 0;
  #gathered: Buffer | undefined;
  #length = 0;

  /** False where nothing more is to be read of the connection for the time being. */
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

  /** Has the connection read on. */
  override _read(size: number): void {
    if (this.#count <= SHORT_CHUNKS_MAX) super._read(size);
    else void this.#readInTurn(size);
  }

  async #readInTurn(size: number): Promise<void> {
    await idleSlices.wait(chunkFloodGuard.serviceOf(this.socket));
    if (!this.destroyed) super._read(size);
  }

  #gather(chunk: Uint8Array): void {
    if (this.#length + chunk.byteLength > GATHERED_BYTES) this.#flush();
    // What is read of the connection at once is there by then.
    if (this.#length === 0) setImmediate(() => this.#flush());
    this.#gathered ??= Buffer.allocUnsafe(GATHERED_BYTES);
    this.#gathered.set(chunk, this.#length);
    this.#length += chunk.byteLength;
  }

  /** Hands on a copy: one sign may come at a time, of which each would keep all that is there to gather in. */
  #flush(): void {
    const bytes = this.#gathered?.subarray(0, this.#length);
    this.#length = 0;
    if (bytes === undefined || bytes.length === 0 || this.destroyed) return;
    super.push(Buffer.from(bytes));
  }
}
