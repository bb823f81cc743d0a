import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb, type Db } from '../../../../src/db/client.ts';
import { distributeTables } from '../../../../src/db/cluster/distribute.ts';
import {
  REFERENCE_TABLES,
  SPREAD_FUNCTIONS,
  TENANT_TABLES,
} from '../../../../src/db/cluster/spread-tables.ts';
import { distributeStaging } from '../../../../src/db/queries/import/staging.ts';
import { ALL_STAGING_TABLES } from '../../../../src/db/queries/import/tables.ts';
import { listPurgeTables, measureTable } from '../../../../src/db/queries/records/purge.ts';
import { importFiles } from '../../../../src/import/import-files.ts';
import { PURGED_TABLES, purgeDeleted } from '../../../../src/resolvers/deletion/purge-deleted.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { createImportTarget, writeLines } from '../../../support/data/imports.ts';
import { useDatabase } from '../../../support/database/database.ts';
import {
  removeStandIn,
  standInForCitus,
  takeCalls,
} from '../../../support/database/stand-in-cluster.ts';
import { createTestPool } from '../../../support/database/test-pool.ts';
import { createTestService, createTestTokens } from '../../../support/gateway/callers.ts';

const database = useDatabase();
let pool: Pool;
let db: Db;

beforeAll(async () => {
  await standInForCitus(database.db);
  const url = new URL(database.url);
  url.searchParams.set('options', '-c search_path=public,stand_in');
  pool = createTestPool(url.href);
  db = createDb(pool);
});

afterAll(async () => {
  await db.destroy();
  await removeStandIn(database.db);
});

const MARKED = [
  'persons',
  'businesses',
  'files',
  'participants',
  'documents',
  'participant_matches',
  'match_resolutions',
];
const MARK = 'alter table %s alter column service_id set (n_distinct = 1)';

describe('spreading, with functions that stand in for those of Citus', () => {
  it('is done of all tables in the order of their references, beside each other and once', async () => {
    const spread = await distributeTables(db);
    expect(spread).toEqual([...REFERENCE_TABLES, ...TENANT_TABLES]);
    const calls = await takeCalls(db);
    expect(calls).toEqual([
      ...SPREAD_FUNCTIONS.map((name) => `function ${name.replace(', ', ',')}`),
      ...REFERENCE_TABLES.map((table) => `reference ${table}`),
      ...TENANT_TABLES.flatMap((table) => [
        `${table} by service_id beside ${table === 'users' ? 'default' : 'users'}`,
        ...(MARKED.includes(table) ? [`on parts of ${table}: ${MARK}`] : []),
      ]),
    ]);
    expect(await distributeTables(db)).toEqual([]);
    expect(await takeCalls(db)).toEqual([]);
  });

  it('makes tables for imports that stay, beside the others, in which no import leaves a row', async () => {
    expect(await distributeStaging(db)).toEqual(ALL_STAGING_TABLES);
    expect(await takeCalls(db)).toEqual(
      ALL_STAGING_TABLES.map((table) => `${table} by service_id beside users`),
    );
    expect(await distributeStaging(db)).toEqual([]);
    const target = await createImportTarget(db);
    const template = {
      type: 'template',
      key: 'kyc',
      title: 'KYC',
      questions: [{ key: 'q', text: 'Q' }],
    };
    const files = [await writeLines([template])];
    for (const mode of ['try', 'store'] as const) {
      const counts = await importFiles({ pool, serviceName: target.name, files, mode });
      expect(counts).toMatchObject({ templates: 1, questions: 1 });
      for (const table of ALL_STAGING_TABLES)
        expect((await pool.query(`select from ${table}`)).rowCount).toBe(0);
    }
    await takeCalls(db);
  });

  it('is looked into where a purge measures and counts', async () => {
    const tokens = await createTestTokens(database.db);
    const { serviceId } = await createTestService(database.db, tokens);
    await makeBusiness(database.db, serviceId, { participants: [{}] });
    const tables = await listPurgeTables(db, PURGED_TABLES);
    const participants = tables.find((one) => one.name === 'participants');
    if (participants === undefined) throw new Error('No such table.');
    expect(participants.isDistributed).toBe(true);
    const bytes = await measureTable(database.db, { ...participants, isDistributed: false });
    expect(await measureTable(db, participants)).toBe(2 * bytes);
    await takeCalls(db);
    const { tables: purged } = await purgeDeleted(db, {
      mode: 'vacuum',
      onProgress: () => undefined,
    });
    expect(purged.find((one) => one.table === 'participants')?.deadRows).toBe(0);
    expect(
      (await takeCalls(db)).filter((call) => call.includes('pg_stat_get_dead_tuples')),
    ).toHaveLength(PURGED_TABLES.length);
  });
});
