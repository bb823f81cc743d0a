import {
  createCipheriv,
  createDecipheriv,
  type DecipherGCM,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import { DecryptionError } from '../../errors.ts';

const ALGORITHM = 'aes-256-gcm';

/** Lengths of the key, the nonce and the authentication tag of AES-256-GCM. */
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Creates a random AES-256 key. */
export function createKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

/**
 * Encrypts with AES-256-GCM under a random nonce. Returns nonce, ciphertext and tag. Decryption requires the same
 * associated data.
 */
export function encryptValue(key: Buffer, associatedData: string, bytes: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, deriveKey(key, 'seal'), nonce);
  cipher.setAAD(Buffer.from(associatedData));
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/**
 * Decrypts the result of `encryptValue`. Throws DecryptionError when the bytes were changed, or when the key or the
 * associated data differ.
 */
export function decryptValue(key: Buffer, associatedData: string, sealed: Buffer): Buffer {
  const tagOffset = sealed.length - TAG_BYTES;
  if (tagOffset < NONCE_BYTES)
    throw new DecryptionError('Sealed bytes are shorter than their nonce and tag.');
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, deriveKey(key, 'seal'), nonce, {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(associatedData));
  decipher.setAuthTag(sealed.subarray(tagOffset));
  return finalizeDecryption(decipher, sealed.subarray(NONCE_BYTES, tagOffset));
}

/** Decrypts bytes with a cipher whose tag is set. Throws DecryptionError when the tag does not authenticate them. */
export function finalizeDecryption(decipher: DecipherGCM, bytes: Uint8Array): Buffer {
  try {
    const plain = decipher.update(bytes);
    // GCM has no remaining plaintext; `final` throws on a wrong tag.
    decipher.final();
    return plain;
  } catch (cause) {
    throw new DecryptionError('Encrypted bytes are not as they were written.', { cause });
  }
}

/** Derives a separate key for each use by HKDF, so that nonces of different uses cannot collide. */
export function deriveKey(key: Buffer, use: 'seal' | 'content'): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', use, KEY_BYTES));
}
