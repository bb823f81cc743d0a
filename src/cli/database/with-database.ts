import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/client.ts';
import { readConfig } from '../terminal/read-config.ts';
import { openDatabase } from './open-database.ts';

/** Runs a command's work on the migrated database of the environment, and closes the database afterwards. */
export async function withDatabase(work: (db: Db, config: Config) => Promise<void>): Promise<void> {
  const config = readConfig();
  const database = await openDatabase(config);
  try {
    await work(database.db, config);
  } finally {
    await database.close();
  }
}
