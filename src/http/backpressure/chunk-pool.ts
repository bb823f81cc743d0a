/** Size of every chunk: equal sizes allow reuse of the memory. */
export const CHUNK_BYTES = 256 * 1024;

/** Maximum number of unused chunks, of all services. */
const FREE_MAX = 128;

/**
 * Pool of memory chunks for long responses, reused once they are sent: Node may hold many times the used memory until
 * memory outside of its heap is collected. A chunk is reused only for the service that used it before.
 */
export class ChunkPool {
  readonly #free = new Map<number, Uint8Array<ArrayBuffer>[]>();
  #count = 0;

  take(serviceId: number): Uint8Array<ArrayBuffer> {
    const own = this.#free.get(serviceId);
    const chunk = own?.pop();
    if (chunk === undefined) return new Uint8Array(CHUNK_BYTES);
    this.#count -= 1;
    if (own?.length === 0) this.#free.delete(serviceId);
    return chunk;
  }

  /** Returns a chunk to the pool. No reference to it may remain. */
  give(serviceId: number, chunk: Uint8Array<ArrayBuffer>): void {
    if (this.#count >= FREE_MAX) this.#forgetOldest();
    this.#count += 1;
    const own = this.#free.get(serviceId);
    if (own === undefined) this.#free.set(serviceId, [chunk]);
    else own.push(chunk);
  }

  /** Drops a chunk of the service with the oldest unused chunks. */
  #forgetOldest(): void {
    for (const serviceId of this.#free.keys()) {
      this.take(serviceId);
      return;
    }
  }
}

/** Chunk pool of this process. */
export const chunks = new ChunkPool();
