import { createFileVault, type FileVault } from '../../adapters/files/file-vault.ts';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/client.ts';
import { withDatabase } from '../database/with-database.ts';

type Work = (db: Db, vault: FileVault, config: Config) => Promise<void>;

/** Runs a command's work with the database and the file vault of the environment, and closes both. */
export async function withVault(work: Work): Promise<void> {
  await withDatabase(async (db, config) => {
    const vault = await createFileVault({ options: config.files, onFault: () => undefined });
    try {
      await work(db, vault, config);
    } finally {
      vault.close();
    }
  });
}
