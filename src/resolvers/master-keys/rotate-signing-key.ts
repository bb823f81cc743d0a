import type { FileVault } from '../../adapters/files/file-vault.ts';
import type { Db } from '../../db/client.ts';
import { lockSigningKey, updateSealedKey } from '../../db/queries/access/signing-keys.ts';
import { runInTransaction } from '../../db/transaction.ts';

type KeyVault = Pick<FileVault, 'wrapKey' | 'unwrapKey' | 'masterKeyIds'>;

/**
 * Encrypts the signing key of the database with the current master key. Returns false when it is encrypted with that
 * key already, and when it is stored in clear text, which only `keys seal` changes. Tokens and links stay valid. Throws
 * AppError `files_unavailable` when the master key that encrypts it is missing.
 */
export async function rotateSigningKey(db: Db, vault: KeyVault): Promise<boolean> {
  const [currentId] = await vault.masterKeyIds();
  return await runInTransaction(db, async (tx) => {
    const row = await lockSigningKey(tx);
    if (row === undefined || row.sealed === null || row.sealed.masterKeyId === currentId)
      return false;
    const { kid, sealed } = row;
    const wrapped = { masterKeyId: sealed.masterKeyId, wrappedKey: sealed.sealedKey };
    const renewed = await vault.wrapKey(await vault.unwrapKey(wrapped, { kid }), { kid });
    const { masterKeyId, wrappedKey: sealedKey } = renewed;
    await updateSealedKey(tx, kid, { masterKeyId, sealedKey });
    return true;
  });
}
