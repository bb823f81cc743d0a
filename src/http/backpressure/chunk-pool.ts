/** All chunks are as large: what one leaves in memory the next one fills. */
export const CHUNK_BYTES = 256 * 1024;

/** So many are kept that nobody uses, of all services. */
const FREE_MAX = 128;

/**
 * Chunks of memory for long answers, used again as soon as they are sent: until memory outside of its heap is collected
 * Node may come to hold many times what is in use. What a service has used is given to that service only.
 */
export class ChunkPool {
  readonly #free = new Map<number, Uint8Array<ArrayBuffer>[]>();
  #count = 0;

  acquire(serviceId: number): Uint8Array<ArrayBuffer> {
    const own = this.#free.get(serviceId);
    const chunk = own?.pop();
    if (chunk === undefined) return new Uint8Array(CHUNK_BYTES);
    this.#count -= 1;
    if (own?.length === 0) this.#free.delete(serviceId);
    return chunk;
  }

  /** Nobody may hold it any more. */
  release(serviceId: number, chunk: Uint8Array<ArrayBuffer>): void {
    if (this.#count >= FREE_MAX) this.#forgetOldest();
    this.#count += 1;
    const own = this.#free.get(serviceId);
    if (own === undefined) this.#free.set(serviceId, [chunk]);
    else own.push(chunk);
  }

  /** Of the service that has had some for longest. */
  #forgetOldest(): void {
    for (const serviceId of this.#free.keys()) {
      this.acquire(serviceId);
      return;
    }
  }
}

/** Those of this process. */
export const chunkPool = new ChunkPool();
