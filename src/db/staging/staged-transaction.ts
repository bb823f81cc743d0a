import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Db } from '../client.ts';
import { isRetryable } from '../transaction.ts';
import { type ClientConnection, withConnection } from './client-connection.ts';

/** Maximum number of attempts to merge, including the first. */
const ATTEMPTS_MAX = 5;

export type StagedWork<T> = {
  /** Reads input that can be read only once into staging tables; runs once. */
  stage: (connection: ClientConnection) => Promise<void>;
  /** Merges the staged rows; runs again from the start after a conflict with another transaction. */
  merge: (db: Db) => Promise<T>;
  /** `keep` commits the merge; `undo` rolls it back and still returns its result. */
  end: 'keep' | 'undo';
  /** Removes staged rows that would outlive the transaction; runs last before the commit. */
  clear?: (db: Db) => Promise<void>;
};

/** Stages and merges in one transaction on one connection; returns after the commit. */
export async function runStagedTransaction<T>(pool: Pool, work: StagedWork<T>): Promise<T> {
  return await withConnection(
    pool,
    async ({ db, client }) =>
      await db.transaction().execute(async (transaction) => {
        await work.stage({ db: transaction, client });
        const merged = await mergeWithRetry(transaction, work.merge);
        if (work.end === 'undo') await undoMerge(transaction);
        await work.clear?.(transaction);
        return merged;
      }),
  );
}

async function mergeWithRetry<T>(db: Db, merge: (db: Db) => Promise<T>): Promise<T> {
  await sql`savepoint merge`.execute(db);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await merge(db);
    } catch (error) {
      if (attempt >= ATTEMPTS_MAX || !isRetryable(error)) throw error;
      await sql`rollback to savepoint merge`.execute(db);
    }
  }
}

/** Rolls the merge back. Checks deferred constraints before, so that it fails as a commit would. */
async function undoMerge(db: Db): Promise<void> {
  await sql`set constraints all immediate`.execute(db);
  await sql`rollback to savepoint merge`.execute(db);
}
