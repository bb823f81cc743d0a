import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  computeStoredSize,
  decryptFrames,
  encryptFrames,
  STORED_FRAME_BYTES,
  toStoredRange,
} from '../../../src/adapters/files/frames.ts';
import { readStored } from '../../../src/adapters/files/read-stored.ts';
import { createKey } from '../../../src/adapters/files/seal.ts';

const key = createKey();
/** Two whole frames and a part of one. */
const PLAIN = Buffer.from(Array.from({ length: 150_000 }, (_, at) => at % 251));
const size = PLAIN.byteLength;
let folder = '';
let path = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stored-'));
  path = join(folder, 'file');
  const handle = await open(path, 'w');
  for await (const frame of encryptFrames(key, give(PLAIN))) await handle.writev(frame);
  await handle.close();
});
afterAll(async () => await rm(folder, { recursive: true }));

async function* give(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

describe('the stored bytes of a file', () => {
  it('come one frame at a time, whose memory is given back when the next is asked for', async () => {
    await using handle = await open(path);
    const lengths: number[] = [];
    let before: Uint8Array | undefined;
    for await (const piece of readStored(handle, { first: 0, last: computeStoredSize(size) - 1 })) {
      expect(before?.buffer.byteLength ?? 0).toBe(0);
      lengths.push(piece.byteLength);
      before = piece;
    }
    expect(lengths).toEqual([
      STORED_FRAME_BYTES,
      STORED_FRAME_BYTES,
      computeStoredSize(size) - 2 * STORED_FRAME_BYTES,
    ]);
  });

  it.each([
    [0, size - 1],
    [0, 0],
    [65_535, 65_536],
    [65_536, size - 1],
    [size - 1, size - 1],
  ])('give the plain bytes %d to %d', async (first, last) => {
    await using handle = await open(path);
    const range = { first, last };
    const stored = readStored(handle, toStoredRange(range, size));
    const plain: Uint8Array[] = [];
    for await (const piece of decryptFrames(key, { size, range }, stored)) plain.push(piece);
    expect(Buffer.concat(plain).equals(PLAIN.subarray(first, last + 1))).toBe(true);
  });

  it('end where the file does', async () => {
    await using handle = await open(path);
    let read = 0;
    for await (const piece of readStored(handle, { first: 0, last: 10 * STORED_FRAME_BYTES }))
      read += piece.byteLength;
    expect(read).toBe(computeStoredSize(size));
  });
});
