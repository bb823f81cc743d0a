import { DatabaseError } from 'pg';
import type { Db } from '../../db/client.ts';
import { hasCode, OperatorError } from '../../errors.ts';
import { readConfig } from '../terminal/read-config.ts';
import { openUnmigrated } from './open-database.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Runs a command's work on the database of the environment as it is and closes it, also after a failure. Throws OperatorError
 * where the role may not do it.
 */
export async function withUnmigrated(work: (db: Db) => Promise<void>): Promise<void> {
  const database = await openUnmigrated(readConfig());
  try {
    await work(database.db).catch(tellOfRights);
  } finally {
    await database.close();
  }
}

/** PostgreSQL names the table or schema, and no row. */
function tellOfRights(error: unknown): never {
  if (!(error instanceof DatabaseError) || !hasCode(error, INSUFFICIENT_PRIVILEGE)) throw error;
  throw new OperatorError(
    `The role of DATABASE_URL lacks a privilege (${error.message}). Run the command as the owner of the tables.`,
    { cause: error },
  );
}
