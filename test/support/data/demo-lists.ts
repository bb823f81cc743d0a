import { inject } from 'vitest';
import { loadDemoLists } from '../../../src/cli/demo/demo-lists.ts';
import { createDb } from '../../../src/db/client.ts';
import { fillOnce } from '../database/database.ts';
import { createTestPool } from '../database/test-pool.ts';

/** Loads the fictitious SAT lists of the demo into a database. */
export async function addDemoLists(databaseUrl: string): Promise<void> {
  const pool = createTestPool(databaseUrl);
  const db = createDb(pool);
  await loadDemoLists({ db, pool });
  await db.destroy();
}

/**
 * Prepares a database with these lists, for `useDatabase`: to load them into each takes two seconds. Returns undefined
 * on a cluster, where databases are not copied.
 */
export async function prepareDemoLists(): Promise<string | undefined> {
  if (inject('workers').length > 0) return undefined;
  return await fillOnce('demo_lists', async (db, pool) => await loadDemoLists({ db, pool }));
}
