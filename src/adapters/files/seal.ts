import {
  createCipheriv,
  createDecipheriv,
  type DecipherGCM,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import { Unsound } from '../../errors.ts';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A new key of AES-256. */
export function makeKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

/** AES-256-GCM under a random nonce: nonce, cipher text, tag. `context` is what opening it must name again. */
export function seal(key: Buffer, context: string, bytes: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, derive(key, 'seal'), nonce);
  cipher.setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** Throws Unsound for what `seal` did not make under this key and context. */
export function unseal(key: Buffer, context: string, sealed: Buffer): Buffer {
  const tagAt = sealed.length - TAG_BYTES;
  if (tagAt < NONCE_BYTES) throw new Unsound('Sealed bytes are shorter than their nonce and tag.');
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, derive(key, 'seal'), nonce, {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(tagAt));
  return open(decipher, sealed.subarray(NONCE_BYTES, tagAt));
}

/** Throws Unsound where the tag is not that of the bytes. */
export function open(decipher: DecipherGCM, bytes: Uint8Array): Buffer {
  try {
    const plain = decipher.update(bytes);
    // Of this way to encrypt it holds nothing, and throws where the tag is another.
    decipher.final();
    return plain;
  } catch (cause) {
    throw new Unsound('Encrypted bytes are not as they were written.', { cause });
  }
}

/** A key of its own for each use, so that no nonce of one use meets one of another. */
export function derive(key: Buffer, use: 'seal' | 'content'): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', use, KEY_BYTES));
}
