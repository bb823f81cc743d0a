import type { Db } from '../db/client.ts';
import { openUnmigrated } from './open-database.ts';
import { readConfig } from './read-config.ts';

/** Runs a command's work on the database of the environment as it is and closes it, also after a failure. */
export async function withUnmigrated(work: (db: Db) => Promise<void>): Promise<void> {
  const database = await openUnmigrated(readConfig());
  try {
    await work(database.db);
  } finally {
    await database.close();
  }
}
