/**
 * Releases the memory of a buffer at once. V8 collects memory outside of its heap late, so that it may grow far beyond
 * what is in use. The caller must not read the buffer or a view of it afterwards.
 */
export function releaseMemory({ buffer, byteLength }: Uint8Array): void {
  // A small buffer may be a slice of a pool that other buffers share.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
