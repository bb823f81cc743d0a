import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { ByteRange } from '../../domain/files/byte-range.ts';
import { DecryptionError } from '../../errors.ts';
import { deriveKey, finalizeDecryption } from './seal.ts';

/**
 * Encrypted content is a sequence of frames, each AES-256-GCM of 64 KiB with the key of the file. The nonce contains
 * the index of the frame and whether it is the last, so that frames can be decrypted from any position, and a
 * changed, moved, missing or truncated frame fails authentication.
 */
const ALGORITHM = 'aes-256-gcm';
const FRAME_BYTES = 64 * 1024;
const TAG_BYTES = 16;
/** Size of a stored frame. */
export const STORED_FRAME_BYTES = FRAME_BYTES + TAG_BYTES;
const NONCE_BYTES = 12;

type Bytes = AsyncIterable<Uint8Array>;

/** Frame as ciphertext and tag, which are not concatenated to avoid a copy. */
export type Frame = readonly [cipherText: Buffer, tag: Buffer];

/** Encrypts content in frames, with one frame in memory. Each content requires a new key, because nonces repeat. */
export async function* encryptFrames(key: Buffer, content: Bytes): AsyncGenerator<Frame> {
  const contentKey = deriveKey(key, 'content');
  // One buffer for all frames: new ones would accumulate until garbage collection.
  const frame = Buffer.allocUnsafe(FRAME_BYTES);
  let size = 0;
  let index = 0;
  for await (const chunk of content) {
    for (let offset = 0; offset < chunk.byteLength; ) {
      // Encrypts a full frame only when more data follows, so that the last frame is known.
      if (size === FRAME_BYTES) {
        yield encrypt(contentKey, createNonce(index, false), frame);
        index += 1;
        size = 0;
      }
      const part = chunk.subarray(offset, offset + FRAME_BYTES - size);
      frame.set(part, size);
      size += part.byteLength;
      offset += part.byteLength;
    }
  }
  yield encrypt(contentKey, createNonce(index, true), frame.subarray(0, size));
}

/** Returns the range of stored bytes that contains a range of a content of `size` bytes. */
export function toStoredRange({ first, last }: ByteRange, size: number): ByteRange {
  return {
    first: toFrameIndex(first) * STORED_FRAME_BYTES,
    last: Math.min((toFrameIndex(last) + 1) * STORED_FRAME_BYTES, computeStoredSize(size)) - 1,
  };
}

/** Returns the number of stored bytes of a content of `size` bytes. */
export function computeStoredSize(size: number): number {
  return size + countFrames(size) * TAG_BYTES;
}

export type FrameRange = { size: number; range: ByteRange };

/**
 * Decrypts a range from the stored bytes of `toStoredRange`. Throws DecryptionError at the first frame that fails
 * authentication, and when the bytes end early.
 */
export async function* decryptFrames(
  key: Buffer,
  { size, range }: FrameRange,
  stored: Bytes,
): AsyncGenerator<Buffer> {
  const contentKey = deriveKey(key, 'content');
  let index = toFrameIndex(range.first);
  for await (const frame of splitFrames(stored)) {
    const isLast = index === countFrames(size) - 1;
    const plain = decrypt(contentKey, createNonce(index, isLast), frame);
    const start = index * FRAME_BYTES;
    yield plain.subarray(Math.max(0, range.first - start), range.last - start + 1);
    index += 1;
  }
  if (index <= toFrameIndex(range.last))
    throw new DecryptionError('The stored bytes of a file end too early.');
}

async function* splitFrames(stored: Bytes): AsyncGenerator<Buffer> {
  let pending: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stored) {
    // readStored yields whole frames, which need no copy.
    if (pending.length === 0 && chunk.byteLength === STORED_FRAME_BYTES) {
      yield Buffer.from(chunk.buffer, chunk.byteOffset, STORED_FRAME_BYTES);
      continue;
    }
    pending.push(chunk);
    size += chunk.byteLength;
    if (size < STORED_FRAME_BYTES) continue;
    const joined = Buffer.concat(pending);
    let offset = 0;
    for (; size - offset >= STORED_FRAME_BYTES; offset += STORED_FRAME_BYTES)
      yield joined.subarray(offset, offset + STORED_FRAME_BYTES);
    size -= offset;
    pending = size === 0 ? [] : [joined.subarray(offset)];
  }
  if (size > 0) yield Buffer.concat(pending);
}

function toFrameIndex(offset: number): number {
  return Math.floor(offset / FRAME_BYTES);
}

function countFrames(size: number): number {
  return Math.max(1, Math.ceil(size / FRAME_BYTES));
}

/** Nonce: seven zero bytes, the index of the frame in four, and 1 for the last frame or 0 in one. */
function createNonce(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUInt32BE(index, NONCE_BYTES - 5);
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_BYTES - 1);
  return nonce;
}

function encrypt(key: Buffer, nonce: Buffer, plain: Buffer): Frame {
  const cipher = createCipheriv(ALGORITHM, key, nonce);
  const cipherText = cipher.update(plain);
  // Computes the tag; GCM has no remaining ciphertext.
  cipher.final();
  return [cipherText, cipher.getAuthTag()];
}

function decrypt(key: Buffer, nonce: Buffer, frame: Buffer): Buffer {
  const tagOffset = frame.length - TAG_BYTES;
  if (tagOffset < 0) throw new DecryptionError('A stored frame is shorter than its tag.');
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(frame.subarray(tagOffset));
  return finalizeDecryption(decipher, frame.subarray(0, tagOffset));
}
