import { sql } from 'kysely';
import { beforeAll, expect, it, vi } from 'vitest';
import { runInTransaction } from '../../../../src/db/transaction.ts';
import { screenSubjects } from '../../../../src/resolvers/screening/screen-subjects.ts';
import { loadNames, NOBODY } from '../../../support/data/named-lists.ts';
import { useDatabase } from '../../../support/database/database.ts';

const database = useDatabase();
const [OURS, THEIRS] = [7, 8];

beforeAll(async () => {
  await loadNames(database.url, [['CIE150318QX5', 'COMERCIAL IMAGINARIA']], '2024-01-31');
});

async function search(serviceId: number): Promise<number | undefined> {
  const subjects = [{ ...NOBODY, name: 'Comercial Imaginaria' }];
  const request = { subjects, lists: 'all', asOf: '2024-05-01', minScore: 0.85 } as const;
  const { countsBySubject } = await screenSubjects({ db: database.db, serviceId }, request);
  return countsBySubject[0];
}

/** Searches that PostgreSQL has begun and that wait for the names. */
async function countSearching(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%with sources as%'
  `.execute(database.db);
  return rows[0]?.count ?? 0;
}

it('has the database look for names for one request of a service at a time', async () => {
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: tellHeld } = Promise.withResolvers<void>();
  const holding = runInTransaction(database.db, async (tx) => {
    await sql`lock table list_names in access exclusive mode`.execute(tx);
    tellHeld();
    await promise;
  });
  await isHeld;
  const ours = [search(OURS), search(OURS), search(OURS)];
  await vi.waitFor(async () => expect(await countSearching()).toBe(1), { timeout: 60_000 });
  const theirs = search(THEIRS);
  await vi.waitFor(async () => expect(await countSearching()).toBe(2), { timeout: 60_000 });
  letGo();
  await holding;
  expect(await Promise.all([...ours, theirs])).toEqual([1, 1, 1, 1]);
});
