import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hkdfSync,
  type JsonWebKey,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { calculateJwkThumbprint, type JWK } from 'jose';
import { OperatorError } from '../errors.ts';

/** Key pair and its signature algorithm. `kid` is the RFC 7638 thumbprint of the public key. */
export type SigningKey = {
  kid: string;
  algorithm: 'EdDSA' | 'ES256';
  privateKey: KeyObject;
  publicKey: KeyObject;
  publicJwk: JWK;
};

/** Parses the private key of TOKEN_SIGNING_KEY. Throws OperatorError, whose message does not quote the text. */
export async function parseSigningKey(text: string): Promise<SigningKey> {
  // The cause is dropped: the errors of JSON.parse quote their input, which is a secret here.
  const key = await readSigningKey(text);
  if (key !== undefined) return key;
  throw new OperatorError(
    'TOKEN_SIGNING_KEY must be an unencrypted Ed25519 or P-256 private key, as PKCS#8 PEM or JWK.',
  );
}

/** Parses a private key as PKCS#8 PEM or JWK; returns undefined for any other text, and for a key that cannot sign. */
export async function readSigningKey(text: string): Promise<SigningKey | undefined> {
  return await toSigningKey(readPrivateKey(text));
}

/** Derives a secret of 32 bytes for another purpose with HKDF. It reveals nothing about the key or other secrets. */
export function deriveSecret(key: SigningKey, purpose: string): KeyObject {
  // Only the private scalar is used, because PEM files of the same key may differ elsewhere.
  const { d } = key.privateKey.export({ format: 'jwk' });
  if (d === undefined) throw new Error('The signing key has no private part.');
  const bytes = hkdfSync('sha256', Buffer.from(d, 'base64url'), '', purpose, 32);
  // A KeyObject: from a buffer, Node would create one at each use, which takes longer than the use.
  return createSecretKey(Buffer.from(bytes));
}

function readPrivateKey(text: string): KeyObject | undefined {
  const trimmed = text.trim();
  try {
    if (trimmed.startsWith('{')) return createPrivateKey({ key: parseJwk(trimmed), format: 'jwk' });
    // Environment files often contain a PEM on one line, with escaped line breaks.
    return createPrivateKey({ key: trimmed.replaceAll('\\n', '\n'), format: 'pem' });
  } catch {
    return undefined;
  }
}

/** Parses the shape of a JWK; createPrivateKey validates the members. */
function parseJwk(text: string): JsonWebKey {
  const value: unknown = JSON.parse(text);
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is JsonWebKey {
  return typeof value === 'object' && value !== null;
}

async function toSigningKey(privateKey: KeyObject | undefined): Promise<SigningKey | undefined> {
  const algorithm = privateKey === undefined ? undefined : findAlgorithm(privateKey);
  if (privateKey === undefined || algorithm === undefined) return undefined;
  const publicKey = createPublicKey(privateKey);
  if (!isKeyPair(privateKey, publicKey)) return undefined;
  const kid = await calculateJwkThumbprint(publicKey);
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
  const parts = Object.entries({ kty, crv, x, y }).filter(([, value]) => value !== undefined);
  const publicJwk = { ...Object.fromEntries(parts), kid, alg: algorithm, use: 'sig' };
  return { kid, algorithm, privateKey, publicKey, publicJwk };
}

/** Returns the algorithm of a key. The header of a token is not trusted to choose it. */
function findAlgorithm(key: KeyObject): SigningKey['algorithm'] | undefined {
  if (key.asymmetricKeyType === 'ed25519') return 'EdDSA';
  const isP256 = key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
  return key.asymmetricKeyType === 'ec' && isP256 ? 'ES256' : undefined;
}

/** True when both keys belong together. A JWK may contain another public key, which would reject every token. */
function isKeyPair(privateKey: KeyObject, publicKey: KeyObject): boolean {
  const probe = Buffer.from('probe');
  const digest = privateKey.asymmetricKeyType === 'ec' ? 'sha256' : null;
  return verify(digest, probe, publicKey, sign(digest, probe, privateKey));
}
