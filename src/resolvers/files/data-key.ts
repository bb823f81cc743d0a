import type { FileVault } from '../../adapters/files/file-vault.ts';
import type { RequestContext } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import {
  announceDataKey,
  type DataKeyRow,
  findDataKey,
  insertDataKey,
} from '../../db/queries/files/data-keys.ts';
import type { FileRecord } from '../../domain/files/file.ts';
import { yieldToEventLoop } from '../common/yield-to-event-loop.ts';
import { requireFiles } from './require-files.ts';

/** Where data keys are kept, and what wraps them. */
export type KeyPlace = {
  db: Db;
  serviceId: number;
  vault: Pick<FileVault, 'makeKey' | 'wrapKey' | 'unwrapKey'>;
};

/** The key of a business's files, or of those of none; made on first use. The business is held by the caller. */
export async function getDataKey(place: KeyPlace, businessId: number | null): Promise<Buffer> {
  const { db, serviceId, vault } = place;
  const openKey = await findOpenKey(place, businessId);
  if (openKey !== undefined) return openKey;
  // Before the master key is chosen: a rotation waits for this one, or this one sees the new master key.
  await announceDataKey(db);
  const wrapped = await vault.wrapKey(vault.makeKey(), { serviceId, businessId });
  await insertDataKey(db, { serviceId, businessId }, wrapped);
  const stored = await findOpenKey(place, businessId);
  if (stored === undefined) throw new Error('A data key that was just stored is gone.');
  return stored;
}

/** The same where it was made before; throws AppError `files_unavailable` where its master key is not at hand. */
export async function findOpenKey(
  { db, serviceId, vault }: Omit<KeyPlace, 'vault'> & { vault: Pick<FileVault, 'unwrapKey'> },
  businessId: number | null,
): Promise<Buffer | undefined> {
  const row = await findDataKey(db, { serviceId, businessId });
  return row && (await vault.unwrapKey(row, { serviceId, businessId }));
}

async function unwrap(
  ctx: RequestContext,
  businessId: number | null,
  row: DataKeyRow,
): Promise<Buffer> {
  const { serviceId } = ctx.caller;
  const { vault } = requireFiles(ctx);
  await yieldToEventLoop(ctx);
  return await vault.unwrapKey(row, { serviceId, businessId });
}

/** The key of a business, with those of all others that the request opens; undefined where none was made. */
export async function openDataKey(
  ctx: RequestContext,
  businessId: number,
): Promise<Buffer | undefined> {
  const row = await ctx.loaders.dataKey.load(businessId);
  return row && (await unwrap(ctx, businessId, row));
}

/** A file's own key and its name, as they are stored. */
export type SealedParts = { sealedKey: Buffer; sealedName: Buffer };
export type OpenParts = { key: Buffer; name: string };

/** Seals the file's own key under the data key of its business, and its name under its own key. */
export async function sealParts(
  tx: RequestContext,
  businessId: number | null,
  { key, name }: OpenParts,
): Promise<SealedParts> {
  const { vault } = requireFiles(tx);
  const { serviceId } = tx.caller;
  const dataKey = await getDataKey({ db: tx.db, serviceId, vault }, businessId);
  return {
    sealedKey: vault.seal(dataKey, contextOf('file-key', serviceId), key),
    sealedName: vault.seal(key, contextOf('file-name', serviceId), Buffer.from(name)),
  };
}

/** Undefined where the file has no key, or its data key is gone. */
export async function openParts(
  ctx: RequestContext,
  file: FileRecord,
): Promise<OpenParts | undefined> {
  const { sealedKey, sealedName, businessId } = file;
  if (sealedKey === null || sealedName === null) return undefined;
  const row = await ctx.loaders.dataKey.load(businessId ?? 0);
  if (row === undefined) return undefined;
  const dataKey = await unwrap(ctx, businessId, row);
  const { vault } = requireFiles(ctx);
  const { serviceId } = ctx.caller;
  await yieldToEventLoop(ctx);
  const key = openFileKey(vault, { serviceId, dataKey, sealedKey });
  const name = vault.unseal(key, contextOf('file-name', serviceId), sealedName).toString();
  return { key, name };
}

type SealedKey = { serviceId: number; dataKey: Buffer; sealedKey: Buffer };

/** The file's own key; throws Unsound where it was sealed under another data key. */
export function openFileKey(
  vault: Pick<FileVault, 'unseal'>,
  { serviceId, dataKey, sealedKey }: SealedKey,
): Buffer {
  return vault.unseal(dataKey, contextOf('file-key', serviceId), sealedKey);
}

/** A file's own key, for whoever works without a request; undefined as in openParts. */
export async function findFileKey(
  place: Pick<KeyPlace, 'db' | 'serviceId'> & { vault: Pick<FileVault, 'unwrapKey' | 'unseal'> },
  { businessId, sealedKey }: Pick<FileRecord, 'businessId' | 'sealedKey'>,
): Promise<Buffer | undefined> {
  const dataKey = sealedKey === null ? undefined : await findOpenKey(place, businessId);
  if (dataKey === undefined || sealedKey === null) return undefined;
  return openFileKey(place.vault, { serviceId: place.serviceId, dataKey, sealedKey });
}

function contextOf(use: 'file-key' | 'file-name', serviceId: number): string {
  return `${use}:${serviceId}`;
}
