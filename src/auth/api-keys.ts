import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Format: `pgw_`, a public prefix by which the row is found, `_`, and a secret of 32 random bytes. */
const KEY_PATTERN = /^pgw_([0-9a-f]{12})_([\w-]{43})$/;
const PREFIX_PATTERN = /^[0-9a-f]{12}$/;

export type NewApiKey = { apiKey: string; prefix: string; secretHash: Buffer };
export type ParsedApiKey = { prefix: string; secretHash: Buffer };

/** Creates a key. `apiKey` is shown once and never stored; the database stores `prefix` and `secretHash`. */
export function createApiKey(): NewApiKey {
  const prefix = randomBytes(6).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  return { apiKey: `pgw_${prefix}_${secret}`, prefix, secretHash: hashSecret(secret) };
}

/** Parses a complete key and hashes its secret. Undefined for any other text. */
export function parseApiKey(text: string): ParsedApiKey | undefined {
  const [, prefix, secret] = KEY_PATTERN.exec(text) ?? [];
  if (prefix === undefined || secret === undefined) return undefined;
  return { prefix, secretHash: hashSecret(secret) };
}

/** Returns the public prefix of a complete key, or of a text that is a prefix already. Undefined for any other text. */
export function findKeyPrefix(prefixOrKey: string): string | undefined {
  return PREFIX_PATTERN.test(prefixOrKey) ? prefixOrKey : parseApiKey(prefixOrKey)?.prefix;
}

/** Compares two hashes in constant time. */
export function isSameHash(first: Buffer, second: Buffer): boolean {
  return first.length === second.length && timingSafeEqual(first, second);
}

/**
 * Hashes the secret. One round of SHA-256 suffices: the secret has 256 random bits, which cannot be guessed, and a slow
 * password hash would delay every request.
 */
function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
