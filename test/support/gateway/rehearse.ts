import type { Db } from '../../../src/db/client.ts';

/** What the work answers in a transaction whose changes nobody sees. */
export async function rehearse<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const transaction = await db.startTransaction().execute();
  try {
    return await work(transaction);
  } finally {
    await transaction.rollback().execute();
  }
}
