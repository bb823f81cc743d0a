import type { JsonWebKey } from 'node:crypto';
import type { Db } from '../../client.ts';
import type { Json } from '../../tables.ts';

/** Signing key, encrypted by a master key. */
export type SealedSigningKey = { masterKeyId: string; sealedKey: Buffer };

/**
 * Signing key that all processes share, either encrypted (`sealed`) or in plain text (`privateJwk`); the other is null.
 */
export type SigningKeyRow = {
  kid: string;
  privateJwk: Json | null;
  sealed: SealedSigningKey | null;
};

/** Returns the signing key, or undefined before the first process has created it. */
export async function findSigningKey(db: Db): Promise<SigningKeyRow | undefined> {
  const row = await selectSigningKey(db).executeTakeFirst();
  return row && toSigningKeyRow(row);
}

/** Returns the signing key, locked until the transaction ends; undefined before the first process has created it. */
export async function lockSigningKey(db: Db): Promise<SigningKeyRow | undefined> {
  const row = await selectSigningKey(db).forUpdate().executeTakeFirst();
  return row && toSigningKeyRow(row);
}

export type NewSigningKey = {
  kid: string;
  privateJwk: JsonWebKey | null;
  sealed: SealedSigningKey | null;
};

/** Stores the key unless one exists; a unique index allows a single row. */
export async function insertSigningKey(db: Db, key: NewSigningKey): Promise<void> {
  await db
    .insertInto('signing_keys')
    .values({
      kid: key.kid,
      private_jwk: key.privateJwk === null ? null : JSON.stringify(key.privateJwk),
      master_key_id: key.sealed?.masterKeyId ?? null,
      sealed_key: key.sealed?.sealedKey ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Replaces the plain-text key with the encrypted one; returns false when another process has done so. */
export async function sealStoredKey(
  db: Db,
  kid: string,
  { masterKeyId, sealedKey }: SealedSigningKey,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('signing_keys')
    .set({ private_jwk: null, master_key_id: masterKeyId, sealed_key: sealedKey })
    .where('kid', '=', kid)
    .where('sealed_key', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores the key encrypted by another master key. The caller has locked the row. */
export async function updateSealedKey(
  db: Db,
  kid: string,
  { masterKeyId, sealedKey }: SealedSigningKey,
): Promise<void> {
  await db
    .updateTable('signing_keys')
    .set({ master_key_id: masterKeyId, sealed_key: sealedKey })
    .where('kid', '=', kid)
    .execute();
}

function selectSigningKey(db: Db) {
  return db
    .selectFrom('signing_keys')
    .select(['kid', 'private_jwk', 'master_key_id', 'sealed_key'])
    .limit(1);
}

type SigningKeyColumns = {
  kid: string;
  private_jwk: Json | null;
  master_key_id: string | null;
  sealed_key: Buffer | null;
};

function toSigningKeyRow({
  kid,
  private_jwk,
  master_key_id,
  sealed_key,
}: SigningKeyColumns): SigningKeyRow {
  const isSealed = master_key_id !== null && sealed_key !== null;
  const sealed = isSealed ? { masterKeyId: master_key_id, sealedKey: sealed_key } : null;
  return { kid, privateJwk: private_jwk, sealed };
}
