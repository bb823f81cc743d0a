import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';

const CHUNK_BYTES = 64 * 1024;

/**
 * Whether deflated bytes unpack to so many bytes, of which `take` is shown each and says whether it goes on; goes on
 * no further than that, and keeps none of them.
 */
export async function unpacksTo(
  size: number,
  deflated: AsyncIterable<Uint8Array>,
  take: (unpacked: Uint8Array) => boolean,
): Promise<boolean> {
  const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES });
  let count = 0;
  try {
    await pipeline(deflated, inflate, async (unpacked: AsyncIterable<Uint8Array>) => {
      for await (const chunk of unpacked) {
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
