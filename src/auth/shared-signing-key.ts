import { createSecretKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import type { FileVault } from '../adapters/files/file-vault.ts';
import type { Db } from '../db/client.ts';
import {
  findSigningKey,
  insertSigningKey,
  type NewSigningKey,
  type SealedSigningKey,
  type SigningKeyRow,
  sealStoredKey,
} from '../db/queries/access/signing-keys.ts';
import { AppError, DecryptionError, OperatorError } from '../errors.ts';
import { deriveSecret, readSigningKey, type SigningKey } from './signing-key.ts';

/** Access to the master keys, which are stored outside of the database. */
export type SigningVault = Pick<FileVault, 'masterKeyIds' | 'wrapKey' | 'unwrapKey'>;

export type SharedSigningKey = {
  key: SigningKey;
  linkSecret: KeyObject;
  /** False while the key is stored unencrypted, so that a copy of the database can sign. */
  isSealed: boolean;
};

const INVALID = 'The signing key in the table signing_keys is not valid.';

/**
 * Loads the signing key that all processes of this database share, and creates it when there is none. A new key is
 * stored encrypted with the current master key of files, or unencrypted when the operator has configured none. A key
 * that an earlier version stored unencrypted stays so until `sealSharedSigningKey`, because the earlier version cannot
 * read an encrypted one. Throws OperatorError when the master key is missing or the stored key is invalid.
 */
export async function loadSharedSigningKey(db: Db, vault: SigningVault): Promise<SharedSigningKey> {
  let row = await findSigningKey(db);
  if (row === undefined) {
    await insertSigningKey(
      db,
      await createSharedKey((await hasMasterKey(vault)) ? vault : undefined),
    );
    row = await findSigningKey(db);
  }
  const loaded = row && (await openKey(vault, row));
  if (loaded !== undefined) return loaded;
  throw new OperatorError(INVALID);
}

/**
 * Encrypts the stored key with the current master key. Returns false when there is no unencrypted key. Tokens stay
 * valid. Links that running processes create until their restart are invalid for processes that start afterwards.
 */
export async function sealSharedSigningKey(db: Db, vault: SigningVault): Promise<boolean> {
  const row = await findSigningKey(db);
  if (row === undefined || row.sealed !== null) return false;
  const sealed = await sealKey(vault, row.kid, JSON.stringify(row.privateJwk));
  if (sealed === undefined) throw new OperatorError(INVALID);
  return await sealStoredKey(db, row.kid, sealed);
}

/** Returns false when the operator has configured no master key; other errors are rethrown. */
async function hasMasterKey(vault: SigningVault): Promise<boolean> {
  try {
    await vault.masterKeyIds();
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'files_unavailable') return false;
    throw error;
  }
}

/**
 * Creates a key, encrypted when a vault is given. When several processes insert one concurrently, the first is kept.
 */
async function createSharedKey(vault: SigningVault | undefined): Promise<NewSigningKey> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const kid = await calculateJwkThumbprint(publicKey);
  const privateJwk = privateKey.export({ format: 'jwk' });
  const sealed = vault && (await sealKey(vault, kid, JSON.stringify(privateJwk)));
  return sealed === undefined
    ? { kid, privateJwk, sealed: null }
    : { kid, privateJwk: null, sealed };
}

const LINK_SECRET_BYTES = 32;

/**
 * Encrypts a key together with a new secret of links. The secret is not derived from the key, because an earlier copy
 * of the database may contain the key unencrypted. Returns undefined for a key that cannot sign.
 */
async function sealKey(
  vault: SigningVault,
  kid: string,
  privateJwk: string,
): Promise<SealedSigningKey | undefined> {
  if ((await readSigningKey(privateJwk)) === undefined) return undefined;
  const linkSecret = randomBytes(LINK_SECRET_BYTES).toString('base64url');
  const bytes = Buffer.from(JSON.stringify([privateJwk, linkSecret]));
  const { masterKeyId, wrappedKey } = await vault.wrapKey(bytes, { kid });
  return { masterKeyId, sealedKey: wrappedKey };
}

/** Decrypts the stored key and its link secret. Undefined when one of them is invalid. */
async function openKey(
  vault: SigningVault,
  { kid, privateJwk, sealed }: SigningKeyRow,
): Promise<SharedSigningKey | undefined> {
  if (sealed === null) {
    const key = await readSigningKey(JSON.stringify(privateJwk));
    return key && { key, linkSecret: deriveSecret(key, 'file links'), isSealed: false };
  }
  const [text, secret] = await unsealKey(vault, kid, sealed);
  const key = await readSigningKey(text);
  const linkSecret = Buffer.from(secret, 'base64url');
  if (key === undefined || linkSecret.length !== LINK_SECRET_BYTES) return undefined;
  return { key, linkSecret: createSecretKey(linkSecret), isSealed: true };
}

async function unsealKey(
  vault: SigningVault,
  kid: string,
  { masterKeyId, sealedKey }: SealedSigningKey,
): Promise<[privateJwk: string, linkSecret: string]> {
  try {
    const bytes = await vault.unwrapKey({ masterKeyId, wrappedKey: sealedKey }, { kid });
    const parts: unknown = JSON.parse(bytes.toString());
    const [privateJwk, linkSecret] = Array.isArray(parts) ? parts.map(String) : [];
    return [privateJwk ?? '', linkSecret ?? ''];
  } catch (cause) {
    throw toOperatorError(masterKeyId, cause);
  }
}

function toOperatorError(masterKeyId: string, cause: unknown): unknown {
  if (cause instanceof DecryptionError) return new OperatorError(INVALID, { cause });
  if (!(cause instanceof AppError) || cause.code !== 'files_unavailable') return cause;
  return new OperatorError(
    `The signing key in the database is encrypted with the master key ${masterKeyId}, which is not available. Add it to FILE_MASTER_KEYS or FILE_MASTER_KEY_FILE, or set another signing key in TOKEN_SIGNING_KEY.`,
    { cause },
  );
}
