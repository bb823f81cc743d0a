import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb, type Db } from '../../../src/db/client.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';
import { listMigrations, migrateUp } from '../../../src/db/migrations/migrate.ts';
import { createSampleSender } from '../../integration/contract/file-target.ts';
import { makeTargetOf } from '../../integration/contract/make-target.ts';
import { listSamples } from '../../integration/contract/samples.ts';
import { at } from '../../support/clients/graphql.ts';
import { addDemoLists } from '../../support/data/demo-lists.ts';
import { makeTemplate } from '../../support/data/factories.ts';
import { useDatabase } from '../../support/database/database.ts';
import { describeTables } from '../../support/database/describe-tables.ts';
import {
  type InstalledServer,
  listInstalledVersions,
  startInstalled,
} from '../../support/database/installed-postgres.ts';
import { makeEmptyDatabase } from '../../support/database/migrations.ts';
import { createTestPool } from '../../support/database/test-pool.ts';
import { openGateway } from '../../support/gateway/open-gateway.ts';

const database = useDatabase();
const NAMES = Object.keys(MIGRATIONS);

describe('the migrations', () => {
  it('are named and numbered in the order in which they run', () => {
    expect(NAMES.toSorted()).toEqual(NAMES);
    expect(NAMES.filter((name) => !/^\d{4}-[a-z-]+$/.test(name))).toEqual([]);
    expect(new Set(NAMES.map((name) => name.slice(0, 4))).size).toBe(NAMES.length);
  });

  it('go up from an empty database, each once, to what tests are run on', async () => {
    const { db } = await makeEmptyDatabase();
    const pending = await listMigrations(db);
    expect(pending).toEqual(NAMES.map((one) => ({ name: one, executedAt: null })));
    expect(await migrateUp(db)).toEqual(NAMES);
    expect(await migrateUp(db)).toEqual([]);
    const tables = await describeTables(db);
    expect(tables.length).toBeGreaterThan(100);
    expect(tables).toEqual(await describeTables(database.db));
  });

  it('make the same tables command by command, on a database that is used', async () => {
    const { db } = await makeEmptyDatabase();
    const [first = ''] = NAMES;
    expect(await migrateUp(db, { upTo: first })).toEqual([first]);
    expect(await migrateUp(db)).toEqual(NAMES.slice(1));
    expect(await describeTables(db)).toEqual(await describeTables(database.db));
    const { rows } = await sql`select from kysely_migration_step`.execute(db);
    expect(rows).toEqual([]);
  });

  it('leave nothing behind of an empty database when one of them fails', async () => {
    const { db } = await makeEmptyDatabase();
    await sql`create table audit_events ()`.execute(db);
    await expect(migrateUp(db)).rejects.toThrow('audit_events');
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'kysely_%'
    `.execute(db);
    expect(rows).toEqual([{ name: 'audit_events' }]);
  });
});

const VERSIONS = listInstalledVersions();
if (VERSIONS.length === 0)
  console.log(
    'No PostgreSQL of Debian is installed here: migrations ran on the embedded one only.',
  );

describe.each(VERSIONS)('on PostgreSQL %s as Debian has it', (version) => {
  let installed: InstalledServer;
  let db: Db;
  beforeAll(async () => {
    installed = await startInstalled(version);
    db = createDb(createTestPool(installed.url));
  });
  afterAll(async () => {
    await db.destroy();
    await installed.stop();
  });

  it('the migrations make the same tables', async () => {
    expect(await migrateUp(db)).toEqual(NAMES);
    expect(await describeTables(db)).toEqual(await describeTables(database.db));
  });

  it('every operation of both wires is answered', async () => {
    await migrateUp(db);
    await addDemoLists(installed.url);
    const gateway = await openGateway(installed.url);
    const { service, url } = gateway;
    await makeTemplate(db, service.serviceId, { key: 'kyc', questions: ['q1'] });
    const outcomes: unknown[] = [];
    const send = createSampleSender(url, service.headers);
    const sendAsKey = createSampleSender(url, service.keyHeaders);
    for (const [name, sample] of listSamples()) {
      const { method, path, body } = sample.request(await makeTargetOf(gateway, sample));
      const reply: unknown = await (sample.isForKeys ? sendAsKey : send)(method, path, body);
      if (at(reply, 'errors') !== undefined || at(reply, 'success') === false)
        outcomes.push([name, reply]);
    }
    await gateway.close();
    expect(outcomes).toEqual([]);
  });
});
