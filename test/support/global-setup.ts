import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createDb } from '../../src/db/client.ts';
import { migrateUp } from '../../src/db/migrations/migrate.ts';
import {
  type EmbeddedDatabase,
  removeEmbedded,
  startEmbedded,
} from '../../src/embedded-postgres/start.ts';
import { chooseTemporaryFolder } from './temporary-folder.ts';
import { createTestPool } from './test-pool.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A migrated database that nobody is connected to: each test file clones it. */
    templateUrl: string;
    /** Where the processes that tests start share their compiled sources: each is then up in half the time. */
    compileCache: string;
  }
}

/** Nothing here outlives the run, so nothing is forced to disk. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
};

let server: EmbeddedDatabase | undefined;
let dataDir = '';
let compileCache = '';

/** One PostgreSQL for the whole run, in a folder of its own. */
export async function setup(project: TestProject): Promise<void> {
  const folder = chooseTemporaryFolder();
  dataDir = await mkdtemp(join(folder, 'participant-gateway-test-'));
  server = await startEmbedded({ dataDir, settings: SETTINGS });
  const db = createDb(createTestPool(server.url));
  await migrateUp(db);
  await db.destroy();
  project.provide('templateUrl', server.url);
  compileCache = await mkdtemp(join(folder, 'participant-gateway-compiled-'));
  project.provide('compileCache', compileCache);
}

export async function teardown(): Promise<void> {
  await server?.stop();
  await removeEmbedded(dataDir);
  await rm(compileCache, { recursive: true, force: true });
}
