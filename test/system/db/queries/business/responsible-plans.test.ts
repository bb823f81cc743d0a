import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  countBusinessesOfUsers,
  listBusinessesOfUsers,
  listResponsibleUsers,
} from '../../../../../src/db/queries/business/responsible-users.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { createTestService, createTestTokens } from '../../../../support/gateway/callers.ts';
import { explain } from '../../../../support/probes/explain.ts';

const database = useDatabase();
const BUSINESSES = 40_000;
/** Responsible for all but every hundredth business, which user 2 has. */
const BUSY = 1;
const OTHER = 2;
let serviceId = 0;

beforeAll(async () => {
  const tokens = await createTestTokens(database.db);
  ({ serviceId } = await createTestService(database.db, tokens));
  await sql`
    insert into users (service_id, id, email)
    select ${serviceId}, i, i || '@example.test' from generate_series(2, 20000) i`.execute(
    database.db,
  );
  await sql`
    insert into businesses (service_id, id, external_id, code, responsible_user_id, created_at)
    select ${serviceId}, i, i, 'B', case when i % 100 = 0 then 2 else 1 end,
      '2026-01-01'::timestamptz + i * interval '1 second'
    from generate_series(1, ${BUSINESSES}::integer) i`.execute(database.db);
  await sql`analyze users, businesses`.execute(database.db);
});

const PAGE = { first: 20, last: null, after: null, before: null };
const MIDST: [string, number] = ['2026-01-01T05:00:00.000Z', 18_000];
const WINDOWS = [
  PAGE,
  { ...PAGE, after: MIDST },
  { ...PAGE, first: null, last: 20 },
  { ...PAGE, first: null, last: 20, before: MIDST },
];

describe('the businesses of responsible users', () => {
  it.each(WINDOWS)('are read by index, for many users at once: %j', async (window) => {
    const userIds = Array.from({ length: 50 }, (_, index) => index + 1);
    const plan = await explain(
      database.pool,
      async (db) => await listBusinessesOfUsers(db, { serviceId, userIds }, window),
    );
    expect(plan).toMatchObject({ scannedTables: [] });
    expect(plan.pages).toBeLessThan(1_000);
  });

  it('are counted by index, no further than asked', async () => {
    const plan = await explain(
      database.pool,
      async (db) => await countBusinessesOfUsers(db, { serviceId, userIds: [BUSY, OTHER] }, 1_000),
    );
    expect(plan.scannedTables).toEqual([]);
    expect(
      await countBusinessesOfUsers(database.db, { serviceId, userIds: [OTHER, BUSY, 3] }, 1_000),
    ).toEqual([
      { userId: BUSY, count: 1_000 },
      { userId: OTHER, count: BUSINESSES / 100 },
      { userId: 3, count: 0 },
    ]);
  });

  it('make a user known, and a user without any is not', async () => {
    const ids = [BUSY, OTHER, 3, 19_999];
    const plan = await explain(
      database.pool,
      async (db) => await listResponsibleUsers(db, serviceId, ids),
    );
    expect(plan.pages).toBeLessThan(1_000);
    const found = await listResponsibleUsers(database.db, serviceId, ids);
    expect(found.map((one) => one.id)).toEqual([BUSY, OTHER]);
  });
});
