import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

const ROUNDS = 4096;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/**
 * Returns the SCRAM-SHA-256 verifier of a password of ASCII characters (RFC 5803), so that the password is in no
 * statement, which a server may log.
 */
export function scramVerifier(password: string): string {
  const salt = randomBytes(SALT_BYTES);
  const salted = pbkdf2Sync(password, salt, ROUNDS, KEY_BYTES, 'sha256');
  const stored = createHash('sha256').update(keyed(salted, 'Client Key')).digest('base64');
  const server = keyed(salted, 'Server Key').toString('base64');
  return `SCRAM-SHA-256$${ROUNDS}:${salt.toString('base64')}$${stored}:${server}`;
}

function keyed(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
