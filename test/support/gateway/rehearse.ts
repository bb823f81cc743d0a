import type { Db } from '../../../src/db/client.ts';

/** Runs work in a transaction that is rolled back, and returns its result. */
export async function rehearse<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const transaction = await db.startTransaction().execute();
  try {
    return await work(transaction);
  } finally {
    await transaction.rollback().execute();
  }
}
