import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { ByteRange } from '../../domain/files/byte-range.ts';
import { Unsound } from '../../errors.ts';
import { derive, open } from './seal.ts';

/**
 * Encrypted content is a row of frames, each AES-256-GCM of 64 KiB under the file's own key. The nonce is the
 * frame's place and whether it is the last, so frames can be read from anywhere, and one that was changed,
 * moved, left out or cut off does not open.
 */
const ALGORITHM = 'aes-256-gcm';
const FRAME_BYTES = 64 * 1024;
const TAG_BYTES = 16;
/** Of a frame as it is stored. */
export const STORED_BYTES = FRAME_BYTES + TAG_BYTES;
const NONCE_BYTES = 12;

type Bytes = AsyncIterable<Uint8Array>;

/** A frame in its two parts, cipher text and tag: to join them would be to copy every byte once more. */
export type Frame = readonly [cipherText: Buffer, tag: Buffer];

/** The frames of a content; holds one of them at a time. The key must be new for each content. */
export async function* encryptFrames(key: Buffer, content: Bytes): AsyncGenerator<Frame> {
  const contentKey = derive(key, 'content');
  // One for all of them: what is made anew for each piles up until it is collected.
  const frame = Buffer.allocUnsafe(FRAME_BYTES);
  let size = 0;
  let index = 0;
  for await (const chunk of content) {
    for (let at = 0; at < chunk.byteLength; ) {
      // Only when more has come, so that the last frame is known as such.
      if (size === FRAME_BYTES) {
        yield encrypt(contentKey, nonceOf(index, false), frame);
        index += 1;
        size = 0;
      }
      const part = chunk.subarray(at, at + FRAME_BYTES - size);
      frame.set(part, size);
      size += part.byteLength;
      at += part.byteLength;
    }
  }
  yield encrypt(contentKey, nonceOf(index, true), frame.subarray(0, size));
}

/** The stored bytes that hold a range of a content of `size` bytes. */
export function storedRange({ first, last }: ByteRange, size: number): ByteRange {
  return {
    first: frameOf(first) * STORED_BYTES,
    last: Math.min((frameOf(last) + 1) * STORED_BYTES, storedSize(size)) - 1,
  };
}

export function storedSize(size: number): number {
  return size + frameCount(size) * TAG_BYTES;
}

export type FrameRange = { size: number; range: ByteRange };

/** The bytes of a range, of what `storedRange` names; throws Unsound at the first frame that is not as it was written. */
export async function* decryptFrames(
  key: Buffer,
  { size, range }: FrameRange,
  stored: Bytes,
): AsyncGenerator<Buffer> {
  const contentKey = derive(key, 'content');
  let index = frameOf(range.first);
  for await (const frame of cutFrames(stored)) {
    const isLast = index === frameCount(size) - 1;
    const plain = decrypt(contentKey, nonceOf(index, isLast), frame);
    const start = index * FRAME_BYTES;
    yield plain.subarray(Math.max(0, range.first - start), range.last - start + 1);
    index += 1;
  }
  if (index <= frameOf(range.last)) throw new Unsound('The stored bytes of a file end too early.');
}

async function* cutFrames(stored: Bytes): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stored) {
    // As most come; to join one with nothing would be to copy it.
    if (waiting.length === 0 && chunk.byteLength === STORED_BYTES) {
      yield Buffer.from(chunk.buffer, chunk.byteOffset, STORED_BYTES);
      continue;
    }
    waiting.push(chunk);
    size += chunk.byteLength;
    if (size < STORED_BYTES) continue;
    const joined = Buffer.concat(waiting);
    let at = 0;
    for (; size - at >= STORED_BYTES; at += STORED_BYTES)
      yield joined.subarray(at, at + STORED_BYTES);
    size -= at;
    waiting = size === 0 ? [] : [joined.subarray(at)];
  }
  if (size > 0) yield Buffer.concat(waiting);
}

function frameOf(place: number): number {
  return Math.floor(place / FRAME_BYTES);
}

function frameCount(size: number): number {
  return Math.max(1, Math.ceil(size / FRAME_BYTES));
}

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUInt32BE(index, NONCE_BYTES - 5);
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_BYTES - 1);
  return nonce;
}

function encrypt(key: Buffer, nonce: Buffer, plain: Buffer): Frame {
  const cipher = createCipheriv(ALGORITHM, key, nonce);
  const cipherText = cipher.update(plain);
  cipher.final();
  return [cipherText, cipher.getAuthTag()];
}

function decrypt(key: Buffer, nonce: Buffer, frame: Buffer): Buffer {
  const tagAt = frame.length - TAG_BYTES;
  if (tagAt < 0) throw new Unsound('A stored frame is shorter than its tag.');
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(frame.subarray(tagAt));
  return open(decipher, frame.subarray(0, tagAt));
}
