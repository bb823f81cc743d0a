import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, inject, it } from 'vitest';
import { createDb, type Db } from '../../../../src/db/client.ts';
import { migrateUp } from '../../../../src/db/migrations/migrate.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { describeTables } from '../../../support/database/describe-tables.ts';
import {
  addManyPersons,
  makeEmptyDatabase,
  withFurther,
} from '../../../support/database/migrations.ts';
import { createTestPool } from '../../../support/database/test-pool.ts';
import { spawnCommand } from '../../../support/processes/run-command.ts';

const database = useDatabase();
const GATEWAY = fileURLToPath(new URL('../../../../src/cli/gateway.ts', import.meta.url));

const FOUND = {
  '9000-found': ['create index persons_found on persons (service_id, external_id, id)'],
};

async function hasIndex(db: Db): Promise<boolean | undefined> {
  const { rows } = await sql<{ isValid: boolean }>`select indisvalid as "isValid" from pg_index
    where indexrelid = to_regclass('persons_found')`.execute(db);
  return rows[0]?.isValid;
}

it('a run that is killed in the middle goes on where it stopped', async () => {
  const { url, db } = await makeEmptyDatabase();
  await migrateUp(db, { upTo: '0016-searching' });
  await sql`insert into services (name) values ('old')`.execute(db);
  const holder = await createTestPool(url).connect();
  await holder.query('begin');
  await holder.query('lock table audit_events in access share mode');
  const env = { NODE_COMPILE_CACHE: inject('compileCache'), DATABASE_URL: url };
  const first = spawn(process.execPath, [GATEWAY, 'migrate', 'up'], { env, stdio: 'ignore' });
  const ended = once(first, 'exit');
  const steps = sql`select from kysely_migration_step where name = '0017-desk'`;
  await expect
    .poll(async () => (await steps.execute(db)).rows.length, { timeout: 60_000 })
    .toBeGreaterThan(1);
  first.kill('SIGKILL');
  await ended;
  const second = spawnCommand(['migrate', 'up', '--json'], { DATABASE_URL: url });
  await holder.query('rollback');
  holder.release(true);
  const { code, stdout } = await second;
  expect(code).toBe(0);
  expect(stdout).toContain('0017-desk');
  expect(await describeTables(db)).toEqual(await describeTables(database.db));
  const { rows } = await sql`select from service_counts`.execute(db);
  expect(rows.length).toBe(1);
});

it('an index that was cut off is made anew', async () => {
  const { url, db } = await makeEmptyDatabase();
  await migrateUp(db);
  await addManyPersons(db);
  const holder = await createTestPool(url).connect();
  await holder.query('begin');
  await holder.query('insert into persons (service_id, id, external_id) values (1, 70001, 70001)');
  const migrations = withFurther(FOUND);
  const cutOff = migrateUp(db, { migrations });
  const outcome = cutOff.then(
    () => 'done',
    () => 'cut off',
  );
  await expect.poll(async () => await hasIndex(db)).toBe(false);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'create index concurrently%'`.execute(db);
  expect(await outcome).toBe('cut off');
  await holder.query('commit');
  holder.release(true);
  expect(await hasIndex(db)).toBe(false);
  expect(await migrateUp(db, { migrations })).toEqual(['9000-found']);
  expect(await hasIndex(db)).toBe(true);
});

it('an index that the rows do not allow is not left behind', async () => {
  const { db } = await makeEmptyDatabase();
  await migrateUp(db);
  await addManyPersons(db);
  const unique = 'create unique index persons_found on persons (service_id, (external_id / 2))';
  const migrations = withFurther({ '9000-found': [unique] });
  await expect(migrateUp(db, { migrations })).rejects.toMatchObject({ code: '23505' });
  expect(await hasIndex(db)).toBe(undefined);
  // Whoever serves meanwhile may write what the index would not allow.
  await sql`insert into persons (service_id, id, external_id) values (1, 70001, 70001), (1, 70000, 70000)`.execute(
    db,
  );
});

it('two at once do it once, also where the one waits for what is older than it', async () => {
  const { url, db } = await makeEmptyDatabase();
  await migrateUp(db, { upTo: '0016-searching' });
  await addManyPersons(db);
  const migrations = withFurther(FOUND);
  const other = createDb(createTestPool(url));
  const reports: string[] = [];
  const report = (message: string): number => reports.push(message);
  const ran = await Promise.all([
    migrateUp(db, { migrations, report }),
    migrateUp(other, { migrations, report }),
  ]);
  await other.destroy();
  expect(ran.map((names) => names.length).toSorted((a, b) => a - b)[0]).toBe(0);
  expect(ran.flat().at(-1)).toBe('9000-found');
  expect(reports).toContain('Another process migrates this database; this one waits for it.');
  expect(await hasIndex(db)).toBe(true);
});
