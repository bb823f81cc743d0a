import type { FileVault } from '../../adapters/files/file-vault.ts';
import type { RequestContext } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import {
  type DataKeyRow,
  findDataKey,
  insertDataKey,
  lockDataKeysForInsert,
} from '../../db/queries/files/data-keys.ts';
import type { FileRecord } from '../../domain/files/file.ts';
import { yieldToEventLoop } from '../common/yield-to-event-loop.ts';
import { requireFiles } from './require-files.ts';

/** Database and vault that store and wrap data keys. */
export type KeyStore = {
  db: Db;
  serviceId: number;
  vault: Pick<FileVault, 'makeKey' | 'wrapKey' | 'unwrapKey'>;
};

/**
 * Returns the data key for files of a business; with null, the data key for files without a business. The key is
 * created on first use. The caller has locked the business.
 */
export async function getDataKey(store: KeyStore, businessId: number | null): Promise<Buffer> {
  const { db, serviceId, vault } = store;
  const dataKey = await findUnwrappedDataKey(store, businessId);
  if (dataKey !== undefined) return dataKey;
  // The table is locked before the master key is chosen: a rotation either waits for this key or precedes it, so that
  // this key uses the new master key.
  await lockDataKeysForInsert(db);
  const wrapped = await vault.wrapKey(vault.makeKey(), { serviceId, businessId });
  await insertDataKey(db, { serviceId, businessId }, wrapped);
  const stored = await findUnwrappedDataKey(store, businessId);
  if (stored === undefined) throw new Error('A data key that was just stored is missing.');
  return stored;
}

/**
 * Returns an unwrapped data key; undefined when there is none. Throws AppError `files_unavailable` without its master
 * key.
 */
export async function findUnwrappedDataKey(
  { db, serviceId, vault }: Omit<KeyStore, 'vault'> & { vault: Pick<FileVault, 'unwrapKey'> },
  businessId: number | null,
): Promise<Buffer | undefined> {
  const row = await findDataKey(db, { serviceId, businessId });
  return row && (await vault.unwrapKey(row, { serviceId, businessId }));
}

/** Unwraps a data key. Yields first: each key is decrypted in one step, and a query may need many. */
async function unwrapDataKey(
  ctx: RequestContext,
  businessId: number | null,
  row: DataKeyRow,
): Promise<Buffer> {
  const { serviceId } = ctx.caller;
  const { vault } = requireFiles(ctx);
  await yieldToEventLoop(ctx);
  return await vault.unwrapKey(row, { serviceId, businessId });
}

/**
 * Returns the unwrapped data key of a business; undefined when there is none. The keys of several businesses are read
 * in one statement.
 */
export async function loadUnwrappedDataKey(
  ctx: RequestContext,
  businessId: number,
): Promise<Buffer | undefined> {
  const row = await ctx.loaders.dataKey.load(businessId);
  return row && (await unwrapDataKey(ctx, businessId, row));
}

/** Encrypted key and name of a file. */
export type SealedKeyAndName = { sealedKey: Buffer; sealedName: Buffer };
export type KeyAndName = { key: Buffer; name: string };

/** Encrypts a file's key with the data key of its business, and its name with the file's key. */
export async function encryptKeyAndName(
  tx: RequestContext,
  businessId: number | null,
  { key, name }: KeyAndName,
): Promise<SealedKeyAndName> {
  const { vault } = requireFiles(tx);
  const { serviceId } = tx.caller;
  const dataKey = await getDataKey({ db: tx.db, serviceId, vault }, businessId);
  return {
    sealedKey: vault.seal(dataKey, toAssociatedData('file-key', serviceId), key),
    sealedName: vault.seal(key, toAssociatedData('file-name', serviceId), Buffer.from(name)),
  };
}

/** Decrypts key and name of a file; undefined when the file or its business has no key. */
export async function decryptKeyAndName(
  ctx: RequestContext,
  file: FileRecord,
): Promise<KeyAndName | undefined> {
  const { sealedKey, sealedName, businessId } = file;
  if (sealedKey === null || sealedName === null) return undefined;
  // The loader has the key for files without a business under 0.
  const row = await ctx.loaders.dataKey.load(businessId ?? 0);
  if (row === undefined) return undefined;
  const dataKey = await unwrapDataKey(ctx, businessId, row);
  const { vault } = requireFiles(ctx);
  const { serviceId } = ctx.caller;
  // Each file is decrypted in one step, and a page may have many.
  await yieldToEventLoop(ctx);
  const key = decryptFileKey(vault, { serviceId, dataKey, sealedKey });
  const name = vault.unseal(key, toAssociatedData('file-name', serviceId), sealedName).toString();
  return { key, name };
}

type SealedKey = { serviceId: number; dataKey: Buffer; sealedKey: Buffer };

/** Decrypts a file's key. Throws DecryptionError when it was changed or encrypted with another data key. */
export function decryptFileKey(
  vault: Pick<FileVault, 'unseal'>,
  { serviceId, dataKey, sealedKey }: SealedKey,
): Buffer {
  return vault.unseal(dataKey, toAssociatedData('file-key', serviceId), sealedKey);
}

/** Decrypts a file's key outside of a request; undefined when the file or its business has no key. */
export async function findFileKey(
  store: Pick<KeyStore, 'db' | 'serviceId'> & { vault: Pick<FileVault, 'unwrapKey' | 'unseal'> },
  { businessId, sealedKey }: Pick<FileRecord, 'businessId' | 'sealedKey'>,
): Promise<Buffer | undefined> {
  const dataKey = sealedKey === null ? undefined : await findUnwrappedDataKey(store, businessId);
  if (dataKey === undefined || sealedKey === null) return undefined;
  return decryptFileKey(store.vault, { serviceId: store.serviceId, dataKey, sealedKey });
}

function toAssociatedData(use: 'file-key' | 'file-name', serviceId: number): string {
  return `${use}:${serviceId}`;
}
