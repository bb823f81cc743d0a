import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** 16 MiB, five times: a setting that OWASP's Password Storage Cheat Sheet names for scrypt. */
const COST = { N: 2 ** 14, r: 8, p: 5 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Hashes a password for storage, as `salt.hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await deriveHash(password, salt);
  return `${salt.toString('base64url')}.${hash.toString('base64url')}`;
}

/** Compares a password with a stored hash. Takes the same time without one, so that no time tells who is a user. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [salt = '', expected = ''] = (stored ?? '').split('.');
  const hash = await deriveHash(password, Buffer.from(salt, 'base64url'));
  const expectedHash = Buffer.from(expected, 'base64url');
  return expectedHash.length === hash.length && timingSafeEqual(hash, expectedHash);
}

async function deriveHash(password: string, salt: Buffer): Promise<Buffer> {
  return await new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, COST, (error, hash) => {
      if (error === null) resolve(hash);
      else reject(error);
    });
  });
}
