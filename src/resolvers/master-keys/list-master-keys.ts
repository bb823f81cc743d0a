import type { FileVault } from '../../adapters/files/file-vault.ts';
import type { Db } from '../../db/client.ts';
import { findSigningKey } from '../../db/queries/access/signing-keys.ts';
import { countWrappedKeys } from '../../db/queries/files/data-keys.ts';
import { recordIdleKeys } from '../../db/queries/files/master-keys.ts';
import { OperatorError } from '../../errors.ts';

type KeyVault = Pick<FileVault, 'masterKeyIds'>;

export type MasterKeyUse = {
  id: string;
  /** True for the key that wraps new data keys. */
  isCurrent: boolean;
  /** False for a key that is required but not available to this process. */
  isAvailable: boolean;
  /** Number of data keys that the master key wraps. */
  count: number;
  wrapsSigningKey: boolean;
  /**
   * Time at which the key was found to wrap nothing: earlier backups of the database still need it. Null for the
   * current key and for a key in use.
   */
  idleSince: Date | null;
};

/** Lists the available master keys, current key first, and missing ones that are still required. */
export async function listMasterKeys(db: Db, vault: KeyVault): Promise<MasterKeyUse[]> {
  const ids = await vault.masterKeyIds();
  const counts = new Map((await countWrappedKeys(db)).map((use) => [use.masterKeyId, use.count]));
  const signing = (await findSigningKey(db))?.sealed?.masterKeyId;
  const used = signing === undefined ? [...counts.keys()] : [...counts.keys(), signing];
  const keys = [...new Set([...ids, ...used])].map((id, position) => ({
    id,
    isCurrent: position === 0,
    isAvailable: ids.includes(id),
    count: counts.get(id) ?? 0,
    wrapsSigningKey: id === signing,
  }));
  const states = await recordIdleKeys(
    db,
    keys.map(({ id, isCurrent }) => ({ id, isIdle: !isCurrent && !used.includes(id) })),
  );
  const idle = new Map(states.map(({ id, idleSince }) => [id, idleSince]));
  return keys.map((key) => ({ ...key, idleSince: idle.get(key.id) ?? null }));
}

/**
 * Checks that every required master key is available. Throws OperatorError when one is missing, for example with the
 * wrong key file, and AppError `files_unavailable` when there is none at all.
 */
export async function requireMasterKeys(db: Db, vault: KeyVault): Promise<void> {
  const isUnused = (await countWrappedKeys(db)).length === 0;
  if (isUnused && ((await findSigningKey(db))?.sealed ?? null) === null) return;
  const missing = (await listMasterKeys(db, vault)).find((key) => !key.isAvailable);
  if (missing === undefined) return;
  const needing = missing.count > 0 ? 'Data keys require' : 'The signing key requires';
  throw new OperatorError(
    `${needing} the master key ${missing.id}, which is not available. Restore it first. Nothing was changed.`,
  );
}
