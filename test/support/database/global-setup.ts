import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createDb } from '../../../src/db/client.ts';
import { migrateAndSecure } from '../../../src/db/row-security/migrate-and-secure.ts';
import { grantServing } from '../../../src/db/row-security/serving-role.ts';
import {
  type EmbeddedDatabase,
  removeEmbedded,
  startEmbedded,
} from '../../../src/embedded-postgres/start.ts';
import {
  type ClusterNode,
  createOnCluster,
  dropOnCluster,
  listWorkers,
  runOn,
  withDatabase,
} from './cluster-database.ts';
import { chooseTemporaryFolder } from './temporary-folder.ts';
import { createTestPool } from './test-pool.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of a migrated database without connections, which each test file copies on a single server. */
    templateUrl: string;
    /** Prefix of the names of all databases of the run. */
    databasePrefix: string;
    /** Role that owns nothing, as which gateways serve; undefined on a cluster. */
    servedRole: string | undefined;
    /** Workers of the cluster; none on a single server. */
    workers: ClusterNode[];
    /** Folder of the compile cache that the processes of tests share, which halves the time of their start. */
    compileCache: string;
  }
}

/** The data is temporary, so fsync, checkpoints by time and autovacuum are off. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
  max_connections: '200',
};

let server: EmbeddedDatabase | undefined;
let dataDir = '';
let compileCache = '';
let dropAll = async (): Promise<void> => await Promise.resolve();

/**
 * Starts one PostgreSQL for the run in a temporary folder, or uses that of TEST_DATABASE_URL, whose role must be a
 * superuser.
 */
export async function setup(project: TestProject): Promise<void> {
  const folder = chooseTemporaryFolder();
  const prefix = `test_${randomUUID().slice(0, 8)}_`;
  project.provide('databasePrefix', prefix);
  const own = process.env['TEST_DATABASE_URL'];
  if (own === undefined) {
    dataDir = await mkdtemp(join(folder, 'participant-gateway-test-'));
    server = await startEmbedded({ dataDir, settings: SETTINGS });
    await migrate(server.url, `${prefix}served`);
    project.provide('servedRole', `${prefix}served`);
    project.provide('templateUrl', server.url);
    project.provide('workers', []);
  } else {
    const workers = await listWorkers(own);
    const name = `${prefix}template`;
    dropAll = async () => {
      await dropDatabases(own, prefix, workers);
      await runOn(own, `drop role if exists ${prefix}served`);
    };
    if (workers.length > 0) await createOnCluster(own, name, workers);
    else await runOn(own, `create database ${name}`);
    const templateUrl = withDatabase(own, name);
    if (workers.length === 0) await migrate(templateUrl, `${prefix}served`);
    project.provide('servedRole', workers.length === 0 ? `${prefix}served` : undefined);
    project.provide('templateUrl', templateUrl);
    project.provide('workers', workers);
  }
  compileCache = await mkdtemp(join(folder, 'participant-gateway-compiled-'));
  project.provide('compileCache', compileCache);
}

/** Migrates the template database, and gives the serving role the password of the owner. */
async function migrate(url: string, servedRole: string): Promise<void> {
  const db = createDb(createTestPool(url));
  await migrateAndSecure(db);
  const password = decodeURIComponent(new URL(url).password);
  await grantServing(db, { role: servedRole, kind: 'serve', password });
  await db.destroy();
}

/** Drops the databases of this run only. */
async function dropDatabases(
  url: string,
  prefix: string,
  workers: readonly ClusterNode[],
): Promise<void> {
  const found = await runOn(
    url,
    `select array_agg(datname::text) as names from pg_database where starts_with(datname, '${prefix}')`,
  );
  const [row] = found;
  const names = typeof row === 'object' && row !== null && 'names' in row ? row.names : [];
  for (const name of Array.isArray(names) ? names : [])
    await dropOnCluster(url, String(name), workers);
}

export async function teardown(): Promise<void> {
  await dropAll();
  await server?.stop();
  if (dataDir !== '') await removeEmbedded(dataDir);
  await rm(compileCache, { recursive: true, force: true });
}
