import { DatabaseError } from 'pg';
import type { Db } from '../../db/client.ts';
import { hasCode, OperatorError } from '../../errors.ts';
import { readConfig } from '../terminal/read-config.ts';
import { openUnmigrated } from './open-database.ts';

/** SQLSTATE of an operation that the role may not perform. */
const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Runs a command's work on the database of the environment without checking migrations, and closes it afterwards.
 * Throws OperatorError when the role lacks a privilege.
 */
export async function withUnmigrated(work: (db: Db) => Promise<void>): Promise<void> {
  const database = await openUnmigrated(readConfig());
  try {
    await work(database.db).catch(explainPrivilegeFault);
  } finally {
    await database.close();
  }
}

/**
 * Explains a missing privilege, and rethrows other errors. PostgreSQL's message names the table or schema, and no row.
 */
function explainPrivilegeFault(error: unknown): never {
  if (!(error instanceof DatabaseError) || !hasCode(error, INSUFFICIENT_PRIVILEGE)) throw error;
  throw new OperatorError(
    `The role of DATABASE_URL lacks a privilege (${error.message}). Run the command as the owner of the tables.`,
    { cause: error },
  );
}
