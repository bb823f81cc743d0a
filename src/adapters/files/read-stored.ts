import type { FileHandle } from 'node:fs/promises';
import type { ByteRange } from '../../domain/files/byte-range.ts';
import { releaseMemory } from '../../runtime/release-memory.ts';
import { STORED_FRAME_BYTES } from './frames.ts';

/**
 * Yields the bytes of a range in chunks of a stored frame. The memory of a whole frame is released when the next one is
 * requested: a consumer must not retain it. Does not use a stream of the handle, which would prefetch and close late.
 */
export async function* readStored(
  handle: FileHandle,
  { first, last }: ByteRange,
): AsyncGenerator<Uint8Array> {
  for (let position = first; position <= last; position += STORED_FRAME_BYTES) {
    const bytes = await readFully(
      handle,
      position,
      Math.min(STORED_FRAME_BYTES, last - position + 1),
    );
    if (bytes.byteLength === 0) return;
    yield bytes;
    // The last frame may be shorter, and a consumer may retain it.
    if (bytes.byteLength === STORED_FRAME_BYTES) releaseMemory(bytes);
  }
}

/** Reads a number of bytes, or fewer at the end of the file. */
async function readFully(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(length);
  let size = 0;
  while (size < length) {
    const { bytesRead } = await handle.read(bytes, size, length - size, position + size);
    if (bytesRead === 0) return bytes.subarray(0, size);
    size += bytesRead;
  }
  return bytes;
}
