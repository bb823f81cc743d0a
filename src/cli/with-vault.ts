import { createFileVault, type FileVault } from '../adapters/files/file-vault.ts';
import type { Db } from '../db/client.ts';
import { withDatabase } from './with-database.ts';

/** Runs a command's work on the database and the store of files of the environment, and closes both. */
export async function withVault(work: (db: Db, vault: FileVault) => Promise<void>): Promise<void> {
  await withDatabase(async (db, config) => {
    const vault = await createFileVault({ options: config.files, onFault: () => undefined });
    try {
      await work(db, vault);
    } finally {
      vault.close();
    }
  });
}
