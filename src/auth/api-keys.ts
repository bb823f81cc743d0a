import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** `pgw_`, a public prefix that finds the row, and 32 random bytes that only the key's holder has. */
const KEY_PATTERN = /^pgw_([0-9a-f]{12})_([\w-]{43})$/;
const PREFIX_PATTERN = /^[0-9a-f]{12}$/;

export type NewApiKey = { apiKey: string; prefix: string; secretHash: Buffer };
export type ParsedApiKey = { prefix: string; secretHash: Buffer };

/** Makes a key. `apiKey` is shown once and never stored; the other two are what the database keeps. */
export function createApiKey(): NewApiKey {
  const prefix = randomBytes(6).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  return { apiKey: `pgw_${prefix}_${secret}`, prefix, secretHash: hashSecret(secret) };
}

/** Parses the exact format of createApiKey. Undefined for any other text. */
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
export function isSameHash(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * One round of SHA-256 is right here: the secret holds 256 random bits, so there is nothing to guess,
 * and a slow password hash would only cost each request its time.
 */
function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
