import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { bytesInSlices } from '../../scheduling/bytes-in-slices.ts';

const CHUNK_BYTES = 64 * 1024;

export type Unpacking = {
  /** In whose turns that is done. */
  serviceId: number;
  /** How many bytes there are to be. */
  size: number;
  /** Is shown each, and says whether it goes on. */
  take: (unpacked: Uint8Array) => boolean;
};

/** Whether deflated bytes unpack to so many bytes; goes on no further than that, and keeps none of them. */
export async function unpacksTo(
  { serviceId, size, take }: Unpacking,
  deflated: AsyncIterable<Uint8Array>,
): Promise<boolean> {
  const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES });
  let count = 0;
  try {
    await pipeline(deflated, inflate, async (unpacked: AsyncIterable<Uint8Array>) => {
      for await (const chunk of bytesInSlices(serviceId, unpacked)) {
        count += chunk.byteLength;
        if (count > size || !take(chunk))
          throw new NotTaken('More than was said, or not to be taken.');
      }
    });
  } catch (error) {
    if (error instanceof NotTaken || isZlibError(error)) return false;
    throw error;
  }
  return count === size;
}

class NotTaken extends Error {}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}
