import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../../src/config/config.ts';
import { createDb, createPool } from '../../../../src/db/client.ts';
import { migrateUp } from '../../../../src/db/migrations/migrate.ts';
import { forgetList } from '../../../../src/db/queries/lists/forget.ts';
import { readServerVersion } from '../../../../src/db/server-version.ts';
import { completeBusiness } from '../../../../src/resolvers/completion/complete-business.ts';
import {
  PURGED_TABLES,
  type PurgeReport,
  purgeDeleted,
} from '../../../../src/resolvers/deletion/purge-deleted.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { loadNames } from '../../../support/data/named-lists.ts';
import {
  createTestDatabase,
  type TestDatabase,
  useDatabase,
} from '../../../support/database/database.ts';
import {
  listInstalledVersions,
  startInstalled,
} from '../../../support/database/installed-postgres.ts';
import { createTestPool } from '../../../support/database/test-pool.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../support/gateway/callers.ts';
import { createTestContext } from '../../../support/gateway/context.ts';

const database = useDatabase();
let service: TestService;
let canary: string;

beforeEach(async () => {
  service = await createTestService(database.db, await createTestTokens(database.db));
  canary = `canary-${randomUUID()}`;
});

type Place = Pick<TestDatabase, 'db'>;

/**
 * A business of so many participants, each of whose texts is the canary; completed, so that nothing of it is left.
 * Answers how many bytes the participants had.
 */
async function deleteCanaries({ db }: Place, count = 300): Promise<number> {
  const folio = canary;
  const one = { name: canary, email: canary, paternalSurname: canary, legalActFolio: folio };
  const participants = [one, one, one];
  const made = await makeBusiness(db, service.serviceId, {
    name: canary,
    code: canary,
    participants,
  });
  const copies = sql`insert into participants (service_id, id, business_id, person_id, person_type, name, email)
    select service_id, id + 1000 * n, business_id, person_id, person_type, name, email
    from participants, generate_series(1, ${count}::integer) as n
    where service_id = ${service.serviceId} and business_id = ${made.id}`;
  await copies.execute(db);
  await sql`analyze`.execute(db);
  const size = sql<{ bytes: number }>`select pg_total_relation_size('participants') as bytes`;
  const { rows } = await size.execute(db);
  const ctx = await createTestContext(db, service);
  await completeBusiness(ctx, { business: { databaseId: made.id }, deleteMode: 'all' });
  return rows[0]?.bytes ?? 0;
}

/** Names of the tables and indexes in whose files the text stands, and of the columns that it was sampled from. */
async function findInFiles({ db }: Place, text: string): Promise<string[]> {
  await sql`checkpoint`.execute(db);
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relkind in ('r', 'i', 't') and pg_relation_filenode(oid) is not null and relisshared is false
      and position(convert_to(${text}, 'UTF8') in pg_read_binary_file(pg_relation_filepath(oid))) > 0
    union all
    select tablename || '.' || attname from pg_stats
    where array_to_string(histogram_bounds::text::text[] || most_common_vals::text::text[], ' ') like ${`%${text}%`}
  `.execute(db);
  return rows.map((row) => row.name);
}

type Mode = 'vacuum' | 'rewrite';

/** As the command does it: on connections of its own, which have deleted nothing and so count rightly. */
async function purge(
  place: { url: string } = database,
  mode: Mode = 'vacuum',
): Promise<PurgeReport> {
  const db = createDb(createTestPool(place.url));
  try {
    return await purgeDeleted(db, { mode, onProgress: () => undefined });
  } finally {
    await db.destroy();
  }
}

/** As an operator does it: again where rows were left, for a transaction of any other test may have held them. */
async function purgeAll(place: { url: string }, mode: Mode): Promise<PurgeReport> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const report = await purge(place, mode);
    const isClear = report.tables.every((one) => one.deadRows === 0);
    if (isClear || Date.now() > deadline) return report;
  }
}

const rowsLeft = (report: PurgeReport, table: string) =>
  report.tables.find((one) => one.table === table)?.deadRows;

describe('a purge', () => {
  it('leaves no byte of what was deleted in any file of the database, when the tables are written anew', async () => {
    await makeBusiness(database.db, service.serviceId, { participants: [{}] });
    await deleteCanaries(database);
    expect(await findInFiles(database, canary)).toEqual(
      expect.arrayContaining(['participants', 'businesses', 'participants.email']),
    );
    const report = await purgeAll(database, 'rewrite');
    expect(await findInFiles(database, canary)).toEqual([]);
    expect(report.skipped).toEqual([]);
  });

  it("leaves no byte of a service's own list that was forgotten", async () => {
    const { db, url } = database;
    const { serviceId } = service;
    await loadNames(url, [['AAA010101AAA', canary]], '2024-01-01', serviceId);
    await loadNames(url, [['AAA010101AAA', 'of another service']], '2024-01-01', serviceId + 1);
    await sql`analyze`.execute(db);
    expect(await findInFiles(database, canary)).toEqual(
      expect.arrayContaining(['list_entries', 'list_names']),
    );
    await forgetList(db, { serviceId, source: `custom:own-${serviceId}` });
    await purgeAll(database, 'rewrite');
    expect(await findInFiles(database, canary)).toEqual([]);
  });

  it('forgets the samples of a table that is empty then, or tells where the server keeps them', async () => {
    const empty = await createTestDatabase();
    service = await createTestService(empty.db, await createTestTokens(empty.db));
    await deleteCanaries(empty);
    const report = await purgeAll(empty, 'rewrite');
    const isForgotten = (await readServerVersion(empty.db)) >= 180_000;
    expect((await findInFiles(empty, canary)).length === 0).toBe(isForgotten);
    expect(report.tables.some((one) => one.keptSamples > 0)).toBe(!isForgotten);
    await empty.drop();
  });

  it('clears the dead rows in place, and gives back the space at the end of a table', async () => {
    const bytesBefore = await deleteCanaries(database, 3000);
    const report = await purgeAll(database, 'vacuum');
    expect(rowsLeft(report, 'participants')).toBe(0);
    const participants = report.tables.find((one) => one.table === 'participants');
    expect(participants?.bytesAfter).toBeLessThan(bytesBefore);
    expect(report.tables.map((one) => one.table)).toEqual([
      'users',
      'persons',
      'files',
      'extractions',
      'applied_fields',
      'data_keys',
      'businesses',
      'participants',
      'documents',
      'participant_matches',
      'match_resolutions',
      'match_findings',
      'match_whitelist',
      'screenings',
      'screening_matches',
      'screening_reports',
      'consents',
      'socioeconomic_reports',
      'filled_questionnaires',
      'answers',
      'list_entries',
      'list_names',
      'list_identifiers',
      'list_key_counts',
      'pg_statistic',
    ]);
  });

  it('counts the deleted rows that a transaction may yet see, and clears them when it has ended', async () => {
    const report = await database.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        await sql`select count(*) from participants`.execute(tx);
        await database.db.connection().execute(async (db) => {
          await deleteCanaries({ db });
          await sql`select pg_stat_force_next_flush()`.execute(db);
        });
        return await purge();
      });
    expect(rowsLeft(report, 'participants')).toBeGreaterThan(300);
    expect(rowsLeft(await purgeAll(database, 'vacuum'), 'participants')).toBe(0);
  });

  it('tells how far it is, table by table, from 0 to the end', async () => {
    await deleteCanaries(database);
    const shown: { table: string; share: number }[] = [];
    await purgeDeleted(database.db, { mode: 'rewrite', onProgress: (one) => shown.push(one) });
    expect(shown.map((one) => one.table)).toContain('participants');
    expect(shown[0]).toEqual({ table: 'users', share: 0 });
    const shares = shown.map((one) => one.share);
    expect(shares).toEqual(shares.toSorted((left, right) => left - right));
    expect(Math.max(...shares)).toBeLessThanOrEqual(1);
  });
});

describe('a purge that cannot be', () => {
  it('is refused to a role that does not own the tables, before any is touched', async () => {
    const role = `reader_${randomUUID().replaceAll('-', '')}`;
    await sql.raw(`create role ${role} login password '${role}'`).execute(database.db);
    const url = new URL(database.url);
    [url.username, url.password] = [role, role];
    const place = { url: url.href };
    try {
      await expect(purge(place)).rejects.toThrow(
        /^The table users and \d+ more can be purged by its owner only\. Run the command with the role \w+ in DATABASE_URL\.$/,
      );
      await sql
        .raw(`alter database ${url.pathname.slice(1)} owner to ${role}`)
        .execute(database.db);
      expect((await purge(place)).skipped).toEqual([]);
      await sql
        .raw(`alter database ${url.pathname.slice(1)} owner to current_user`)
        .execute(database.db);
      await sql.raw(`alter table users owner to ${role}`).execute(database.db);
      await expect(purge(place)).rejects.toThrow(
        `The table persons and ${PURGED_TABLES.length - 2} more can be purged`,
      );
    } finally {
      await sql
        .raw(`reassign owned by ${role} to current_user; drop role ${role}`)
        .execute(database.db);
    }
  });

  it('says which table is in use, and can be run again', async () => {
    const connectionString = database.url;
    const options = loadConfig({ LOCK_TIMEOUT_MS: '200', CONNECT_TIMEOUT_MS: '60000' }).database;
    const db = createDb(createPool({ ...options, connectionString, onIdleError: () => undefined }));
    const input = { mode: 'vacuum' as const, onProgress: () => undefined };
    await database.db.transaction().execute(async (tx) => {
      await sql`lock table persons in access exclusive mode`.execute(tx);
      await expect(purgeDeleted(db, input)).rejects.toThrow('The table persons is locked');
    });
    expect((await purgeDeleted(db, input)).tables).toHaveLength(PURGED_TABLES.length + 1);
    await db.destroy();
  });
});

describe.each(listInstalledVersions())("a purge on Debian's PostgreSQL %s", (version) => {
  it('works in place and anew', async () => {
    const server = await startInstalled(version);
    const db = createDb(createTestPool(server.url));
    const place = { db, url: server.url };
    try {
      await migrateUp(db);
      service = await createTestService(db, await createTestTokens(db));
      await makeBusiness(db, service.serviceId, { participants: [{}] });
      await deleteCanaries(place);
      expect(rowsLeft(await purgeAll(place, 'vacuum'), 'participants')).toBe(0);
      await purgeAll(place, 'rewrite');
      expect(await findInFiles(place, canary)).toEqual([]);
    } finally {
      await db.destroy();
      await server.stop();
    }
  });
});
