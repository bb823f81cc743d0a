import { loadDemoLists } from '../../../src/cli/demo/demo-lists.ts';
import { createDb } from '../../../src/db/client.ts';
import { createTestPool } from '../database/test-pool.ts';

/** Loads the fictitious SAT lists of the demo into a database. */
export async function addDemoLists(databaseUrl: string): Promise<void> {
  const pool = createTestPool(databaseUrl);
  const db = createDb(pool);
  await loadDemoLists({ db, pool });
  await db.destroy();
}
