/**
 * Lets go of memory now that would else pile up until it is collected: of what lies outside of the heap that may be far
 * more than is in use. Nobody may look at it any more, nor at a part of it.
 */
export function releaseMemory({ buffer, byteLength }: Uint8Array): void {
  // A small one may lie in memory that others have a part of.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
