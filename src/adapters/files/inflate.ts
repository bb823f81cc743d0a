import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { bytesInSlices } from '../../scheduling/bytes-in-slices.ts';

/** Maximum length of the chunks in which inflated bytes are returned. */
const CHUNK_BYTES = 64 * 1024;

export type InflateOptions = {
  /** Service whose share of CPU time is used. */
  serviceId: number;
  /** Expected number of inflated bytes. */
  size: number;
  /** Receives each inflated chunk. Returns false to reject the content and stop. */
  handleChunk: (inflated: Uint8Array) => boolean;
};

/**
 * Returns true when the bytes inflate to exactly `size` bytes and `handleChunk` accepts all of them. Stops when
 * the bytes exceed `size`, and keeps one chunk in memory.
 */
export async function inflatesTo(
  { serviceId, size, handleChunk }: InflateOptions,
  deflated: AsyncIterable<Uint8Array>,
): Promise<boolean> {
  const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES });
  let count = 0;
  try {
    await pipeline(deflated, inflate, async (inflated: AsyncIterable<Uint8Array>) => {
      for await (const chunk of bytesInSlices(serviceId, inflated)) {
        count += chunk.byteLength;
        if (count > size || !handleChunk(chunk))
          throw new RejectedError('The content is too long or was rejected.');
      }
    });
  } catch (error) {
    if (error instanceof RejectedError || isZlibError(error)) return false;
    throw error;
  }
  return count === size;
}

class RejectedError extends Error {}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}
