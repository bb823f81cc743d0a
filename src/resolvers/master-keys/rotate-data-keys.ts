import type { FileVault } from '../../adapters/files/file-vault.ts';
import type { Db } from '../../db/client.ts';
import {
  listServicesToRewrap,
  lockKeysToRewrap,
  type OwnedDataKey,
  updateWrappedKeys,
  waitForNewDataKeys,
} from '../../db/queries/files/data-keys.ts';
import { runInTransaction } from '../../db/transaction.ts';

type KeyVault = Pick<FileVault, 'wrapKey' | 'unwrapKey' | 'masterKeyIds'>;

const BATCH_MAX = 500;

/**
 * Wraps the data keys of all services with the current master key, in one transaction for each batch of a service, and
 * returns the number of changed keys. Files are unchanged and gateways keep running: the rotation first waits for data
 * keys that a gateway is about to store with an earlier master key. Throws AppError `files_unavailable` at the first
 * data key whose master key is missing.
 */
export async function rotateDataKeys(db: Db, vault: KeyVault): Promise<number> {
  const [masterKeyId] = await vault.masterKeyIds();
  await runInTransaction(db, waitForNewDataKeys);
  let total = 0;
  for (const serviceId of await listServicesToRewrap(db, masterKeyId))
    total += await rotateServiceKeys(db, vault, { serviceId, masterKeyId });
  return total;
}

async function rotateServiceKeys(
  db: Db,
  vault: KeyVault,
  target: { serviceId: number; masterKeyId: string },
): Promise<number> {
  for (let total = 0; ; ) {
    const changed = await runInTransaction(db, async (tx) => {
      const keys = await lockKeysToRewrap(tx, target, BATCH_MAX);
      const rewrapped = await Promise.all(keys.map(async (key) => await rewrap(vault, key)));
      if (rewrapped.length > 0) await updateWrappedKeys(tx, target.serviceId, rewrapped);
      return rewrapped.length;
    });
    total += changed;
    if (changed < BATCH_MAX) return total;
  }
}

async function rewrap(vault: KeyVault, key: OwnedDataKey): Promise<OwnedDataKey> {
  const owner = { serviceId: key.serviceId, businessId: key.businessId };
  return { ...key, ...(await vault.wrapKey(await vault.unwrapKey(key, owner), owner)) };
}
