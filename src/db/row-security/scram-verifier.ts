import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

/** PostgreSQL's defaults, with which it computes verifiers itself. */
const ITERATIONS = 4096;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/**
 * Computes the SCRAM-SHA-256 verifier of an ASCII password (RFC 5803), so that no statement, which a server may log,
 * contains the password.
 */
export function computeScramVerifier(password: string): string {
  const salt = randomBytes(SALT_BYTES);
  const saltedPassword = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, 'sha256');
  const storedKey = createHash('sha256')
    .update(hmac(saltedPassword, 'Client Key'))
    .digest('base64');
  const serverKey = hmac(saltedPassword, 'Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
