/**
 * Frees the memory of a buffer immediately, which would otherwise accumulate until garbage collection: outside of the
 * heap it may be far more than is in use. No view of the buffer may be used afterwards.
 */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
  // A small one may lie in memory that others have a part of.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
