import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { bytesInSlices } from '../../scheduling/bytes-in-slices.ts';

const CHUNK_BYTES = 64 * 1024;

export type InflateOptions = {
  /** Service with which CPU time is accounted. */
  serviceId: number;
  /** Expected number of inflated bytes. */
  size: number;
  /** Receives each chunk and returns false to stop. */
  handleChunk: (unpacked: Uint8Array) => boolean;
};

/** Returns true when bytes inflate to exactly the expected number. Stops beyond that and retains nothing. */
export async function inflatesTo(
  { serviceId, size, handleChunk: take }: InflateOptions,
  deflated: AsyncIterable<Uint8Array>,
): Promise<boolean> {
  const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES });
  let count = 0;
  try {
    await pipeline(deflated, inflate, async (unpacked: AsyncIterable<Uint8Array>) => {
      for await (const chunk of bytesInSlices(serviceId, unpacked)) {
        count += chunk.byteLength;
        if (count > size || !take(chunk))
          throw new RejectedError('More than was said, or not to be taken.');
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
