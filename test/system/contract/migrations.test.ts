import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb, type Db } from '../../../src/db/client.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';
import { listMigrations, migrateUp } from '../../../src/db/migrations/migrate.ts';
import { makeDocumentTarget, NO_DOCUMENT } from '../../integration/contract/document-target.ts';
import { createSampleSender, makeFileTarget } from '../../integration/contract/file-target.ts';
import { listSamples } from '../../integration/contract/samples.ts';
import { makeReportTarget, NO_REPORT } from '../../integration/contract/socioeconomic-target.ts';
import { makeWebhookTarget, NO_WEBHOOK } from '../../integration/contract/webhook-target.ts';
import { at } from '../../support/clients/graphql.ts';
import { sendAsKey } from '../../support/clients/send-as-key.ts';
import { addDemoLists } from '../../support/data/demo-lists.ts';
import { makeBusiness, makeReceipt, makeTemplate } from '../../support/data/factories.ts';
import { makeScreening } from '../../support/data/make-screening.ts';
import { useDatabase } from '../../support/database/database.ts';
import { describeTables } from '../../support/database/describe-tables.ts';
import {
  type InstalledServer,
  listInstalledVersions,
  startInstalled,
} from '../../support/database/installed-postgres.ts';
import { makeEmptyDatabase } from '../../support/database/migrations.ts';
import { createTestPool } from '../../support/database/test-pool.ts';
import { addTestUser } from '../../support/gateway/callers.ts';
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
    const { serviceId, userId, email, headers } = gateway.service;
    await makeTemplate(db, serviceId, { key: 'kyc', questions: ['q1'] });
    const outcomes: unknown[] = [];
    const send = createSampleSender(gateway.url, headers);
    const ask = async (query: string) => await send('POST', '/graphql', { query });
    for (const [name, sample] of listSamples()) {
      const made = await makeBusiness(db, serviceId, {
        participants: [{ documents: [['INE', 1]] }],
      });
      const [participantId = 0] = made.participantIds;
      const receiptId = await makeReceipt(db, serviceId);
      const personId = 500_000 + participantId;
      const fileTarget = await makeFileTarget(participantId, send);
      const { userId: colleagueId } = await addTestUser(db, serviceId);
      const ids = { businessId: made.id, participantId, personId, receiptId, userId, colleagueId };
      const webhook =
        sample.needsWebhook === true ? await makeWebhookTarget(db, serviceId, ask) : NO_WEBHOOK;
      const document =
        sample.needsDocument === true ? await makeDocumentTarget(participantId, send) : NO_DOCUMENT;
      const { id: screeningId } = await makeScreening(db, serviceId);
      const report =
        sample.needsReport === true ? await makeReportTarget(participantId, ask) : NO_REPORT;
      const targets = { ...fileTarget, ...document, ...webhook, ...report, screeningId };
      const request = sample.request({ ...ids, email, ...targets });
      const reply: unknown = sample.isForKeys
        ? await sendAsKey(gateway, request)
        : await send(request.method, request.path, request.body);
      if (at(reply, 'errors') !== undefined || at(reply, 'success') === false)
        outcomes.push([name, reply]);
    }
    await gateway.close();
    expect(outcomes).toEqual([]);
  });
});
