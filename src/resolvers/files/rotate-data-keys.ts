import type { FileVault } from '../../adapters/files/file-vault.ts';
import type { Db } from '../../db/client.ts';
import {
  countWrappedKeys,
  listServicesOfOthers,
  lockKeysOfOthers,
  type OwnedDataKey,
  updateWrappedKeys,
  waitForNewDataKeys,
} from '../../db/queries/files/data-keys.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { OperatorError } from '../../errors.ts';

type KeyVault = Pick<FileVault, 'wrapKey' | 'unwrapKey' | 'masterKeyIds'>;

const BATCH_MAX = 500;

/**
 * Wraps every data key of all services with the current master key, a batch of one service a transaction, and says how many it
 * changed. The files stay as they are, and gateways go on meanwhile: a data key that one of them was about to store with
 * an earlier master key is waited for. Throws AppError `files_unavailable` at the first
 * data key whose master key is not at hand.
 */
export async function rotateDataKeys(db: Db, vault: KeyVault): Promise<number> {
  const [current = ''] = await vault.masterKeyIds();
  await runInTransaction(db, waitForNewDataKeys);
  let total = 0;
  for (const serviceId of await listServicesOfOthers(db, current))
    total += await rotateKeysOf(db, vault, { serviceId, masterKeyId: current });
  return total;
}

async function rotateKeysOf(
  db: Db,
  vault: KeyVault,
  of: { serviceId: number; masterKeyId: string },
): Promise<number> {
  for (let total = 0; ; ) {
    const changed = await runInTransaction(db, async (tx) => {
      const keys = await lockKeysOfOthers(tx, of, BATCH_MAX);
      const anew = await Promise.all(keys.map(async (key) => await wrapAnew(vault, key)));
      if (anew.length > 0) await updateWrappedKeys(tx, of.serviceId, anew);
      return anew.length;
    });
    total += changed;
    if (changed < BATCH_MAX) return total;
  }
}

async function wrapAnew(vault: KeyVault, key: OwnedDataKey): Promise<OwnedDataKey> {
  return { ...key, ...(await vault.wrapKey(await vault.unwrapKey(key, key), key)) };
}

/** `count`: how many data keys it wraps. */
export type MasterKeyUse = { id: string; isCurrent: boolean; isAtHand: boolean; count: number };

/** The master keys at hand, the current one first, and those that are missing though data keys need them. */
export async function listMasterKeys(db: Db, vault: KeyVault): Promise<MasterKeyUse[]> {
  const ids = await vault.masterKeyIds();
  const uses = await countWrappedKeys(db);
  const missing = uses.map((one) => one.masterKeyId).filter((id) => !ids.includes(id));
  return [...ids, ...missing].map((id, position) => ({
    id,
    isCurrent: position === 0,
    isAtHand: ids.includes(id),
    count: uses.find((one) => one.masterKeyId === id)?.count ?? 0,
  }));
}

/**
 * Throws OperatorError where data keys need a master key that is not at hand, as with the wrong key file, and AppError
 * `files_unavailable` where there is none at all.
 */
export async function requireMasterKeys(db: Db, vault: KeyVault): Promise<void> {
  if ((await countWrappedKeys(db)).length === 0) return;
  const missing = (await listMasterKeys(db, vault)).find((one) => !one.isAtHand);
  if (missing === undefined) return;
  throw new OperatorError(
    `Data keys need the master key ${missing.id}, which is not at hand: put it back first. Nothing was changed.`,
  );
}
