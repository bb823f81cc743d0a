import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDb, type Db } from '../../../../src/db/client.ts';
import { readRoleRows } from '../../../../src/db/row-security/role-rows.ts';
import { fillAnyhow } from '../../../support/data/fill-anyhow.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { servedUrlOf } from '../../../support/database/served-url.ts';
import { createTestPool } from '../../../support/database/test-pool.ts';

const SERVICES = [7, 8];
const KINDS = ['bypassrls', 'owner', 'member', 'stranger'] as const;

const database = useDatabase();
let roleOf: (kind: (typeof KINDS)[number]) => string;

beforeAll(async () => {
  const { db } = database;
  await fillAnyhow(db, 'users', SERVICES);
  const mark = new URL(database.url).pathname.slice(-12);
  roleOf = (kind) => `${kind}_${mark}`;
  for (const kind of KINDS) {
    await sql`create role ${sql.ref(roleOf(kind))} login password 'role'`.execute(db);
    await sql`grant select on all tables in schema public to ${sql.ref(roleOf(kind))}`.execute(db);
  }
  await sql`alter role ${sql.ref(roleOf('bypassrls'))} bypassrls`.execute(db);
  await sql`alter table users owner to ${sql.ref(roleOf('owner'))}`.execute(db);
  await sql`grant ${sql.ref(roleOf('owner'))} to ${sql.ref(roleOf('member'))}`.execute(db);
});
afterAll(async () => {
  await sql`alter table users owner to current_user`.execute(database.db);
  for (const kind of KINDS.toReversed()) {
    await sql`drop owned by ${sql.ref(roleOf(kind))}`.execute(database.db);
    await sql`drop role ${sql.ref(roleOf(kind))}`.execute(database.db);
  }
});

async function connectAs<T>(role: string, work: (db: Db) => Promise<T>): Promise<T> {
  const url = new URL(database.url);
  url.username = role;
  url.password = 'role';
  const db = createDb(createTestPool(url.href));
  return await work(db).finally(async () => await db.destroy());
}

async function look(db: Db): Promise<object> {
  const { bypass } = await readRoleRows(db);
  const { rows } = await sql<{ id: number }>`
    select service_id as id from users order by 1`.execute(db);
  return { bypass, seen: rows.map((row) => row.id) };
}

it('says of each role whether policies hold for it, which is what PostgreSQL does, with nothing said', async () => {
  const found = await Promise.all(KINDS.map(async (kind) => await connectAs(roleOf(kind), look)));
  expect(found).toEqual([
    { bypass: 'bypassrls', seen: SERVICES },
    { bypass: 'owner', seen: SERVICES },
    { bypass: 'owner', seen: SERVICES },
    { bypass: undefined, seen: [] },
  ]);
  expect(await look(database.db)).toEqual({ bypass: 'superuser', seen: SERVICES });
});

it('says of the role that serves here that they hold, and that there are some', async () => {
  const db = createDb(createTestPool(servedUrlOf(database.url)));
  const { bypass, hasPolicies } = await readRoleRows(db);
  expect({ bypass, hasPolicies }).toEqual({ bypass: undefined, hasPolicies: true });
  await db.destroy();
});
