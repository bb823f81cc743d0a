/** Size of every chunk, so that a released chunk serves any later one. */
export const CHUNK_BYTES = 256 * 1024;

/** Maximum number of unused chunks of all services: 32 MiB, the default maximum of one v4 response. */
const FREE_MAX = 128;

/**
 * Pool of memory chunks for long responses. Chunks are reused once they are sent, because V8 collects memory outside of
 * its heap late, so that Node may occupy many times what is in use. A chunk is reused for the same service only.
 */
export class ChunkPool {
  readonly #free = new Map<number, Uint8Array<ArrayBuffer>[]>();
  #count = 0;

  /** Returns an unused chunk of the service, with its previous content, or a new one. */
  acquire(serviceId: number): Uint8Array<ArrayBuffer> {
    const chunks = this.#free.get(serviceId);
    const chunk = chunks?.pop();
    if (chunk === undefined) return new Uint8Array(CHUNK_BYTES);
    this.#count -= 1;
    if (chunks?.length === 0) this.#free.delete(serviceId);
    return chunk;
  }

  /** Returns a chunk to the pool; the caller must not use it afterwards. */
  release(serviceId: number, chunk: Uint8Array<ArrayBuffer>): void {
    if (this.#count >= FREE_MAX) this.#dropOldest();
    this.#count += 1;
    const chunks = this.#free.get(serviceId);
    if (chunks === undefined) this.#free.set(serviceId, [chunk]);
    else chunks.push(chunk);
  }

  /** Drops a chunk of the service that has had unused chunks for longest. */
  #dropOldest(): void {
    for (const serviceId of this.#free.keys()) {
      this.acquire(serviceId);
      return;
    }
  }
}

/** Pool of this process. */
export const chunkPool = new ChunkPool();
