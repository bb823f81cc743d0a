/**
 * Releases the memory of a buffer at once: memory outside of the heap is collected late and may grow far beyond what is
 * in use. The caller must not read the buffer or a part of it afterwards.
 */
export function releaseMemory({ buffer, byteLength }: Uint8Array): void {
  // A small buffer may be a slice of a pool that other buffers share.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
