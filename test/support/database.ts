import { randomUUID } from 'node:crypto';
import { Client, type Pool } from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { createDb, type Db } from '../../src/db/client.ts';
import { createTestPool } from './test-pool.ts';

export type TestDatabase = {
  url: string;
  pool: Pool;
  db: Db;
  /** Closes the pool and deletes the database. */
  drop: () => Promise<void>;
};

/** A migrated, empty database of its own on the run's PostgreSQL 18. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const templateUrl = inject('templateUrl');
  const template = new URL(templateUrl).pathname.slice(1);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runOnServer(templateUrl, `create database ${name} template ${template}`);
  const url = withDatabase(templateUrl, name);
  const pool = createTestPool(url);
  const db = createDb(pool);
  const drop = async () => {
    await db.destroy();
    await runOnServer(templateUrl, `drop database ${name} with (force)`);
  };
  return { url, pool, db, drop };
}

/**
 * The database of one test file, made before its first test and deleted after its last:
 * `const database = useDatabase();` at the top, `database.db` inside tests and hooks.
 */
export function useDatabase(): Omit<TestDatabase, 'drop'> {
  let made: TestDatabase | undefined;
  beforeAll(async () => {
    made = await createTestDatabase();
  });
  afterAll(async () => {
    await made?.drop();
  });
  const get = () => {
    if (made === undefined) throw new Error('The database exists inside hooks and tests only.');
    return made;
  };
  return {
    get url() {
      return get().url;
    },
    get pool() {
      return get().pool;
    },
    get db() {
      return get().db;
    },
  };
}

async function runOnServer(templateUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: withDatabase(templateUrl, 'postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
