import type { FileHandle } from 'node:fs/promises';
import type { ByteRange } from '../../domain/files/byte-range.ts';
import { releaseMemory } from '../../runtime/release-memory.ts';
import { STORED_BYTES } from './frames.ts';

/**
 * The bytes of a range, read as they are asked for: frame by frame where the range begins with one, so that none has to be
 * put together. A whole frame is gone when the next is asked for. Not the handle's own stream: it reads ahead, and the
 * closing of the handle would wait for it.
 */
export async function* readStored(
  handle: FileHandle,
  { first, last }: ByteRange,
): AsyncGenerator<Uint8Array> {
  for (let at = first; at <= last; at += STORED_BYTES) {
    const bytes = await readWhole(handle, at, Math.min(STORED_BYTES, last - at + 1));
    if (bytes.byteLength === 0) return;
    yield bytes;
    // The last, shorter one may be kept until it is known to be the last.
    if (bytes.byteLength === STORED_BYTES) releaseMemory(bytes);
  }
}

/** Fewer only where the file ends. */
async function readWhole(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(length);
  let size = 0;
  while (size < length) {
    const { bytesRead } = await handle.read(bytes, size, length - size, at + size);
    if (bytesRead === 0) return bytes.subarray(0, size);
    size += bytesRead;
  }
  return bytes;
}
