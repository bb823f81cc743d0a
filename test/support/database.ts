import { randomUUID } from 'node:crypto';
import { Client, type Pool } from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { createDb, type Db } from '../../src/db/client.ts';
import { createTestPool } from './test-pool.ts';

const FILL_MS = 240_000;

export type TestDatabase = {
  url: string;
  pool: Pool;
  db: Db;
  /** Closes the pool and deletes the database. */
  drop: () => Promise<void>;
};

/** A migrated database of its own on the run's PostgreSQL 18: empty, unless it is a copy of what `fillOnce` filled. */
export async function createTestDatabase(filled?: string): Promise<TestDatabase> {
  const templateUrl = inject('templateUrl');
  const template = filled ?? new URL(templateUrl).pathname.slice(1);
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

/** Fills a database of that name unless somebody has in this run; nobody stays connected to it. */
export async function fillOnce(name: string, fill: (db: Db) => Promise<void>): Promise<string> {
  const client = new Client({ connectionString: withDatabase(inject('templateUrl'), 'postgres') });
  await client.connect();
  try {
    // The other worker may want it too. The lock ends with the connection.
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const found = await client.query('select from pg_database where datname = $1', [name]);
    if (found.rowCount === 1) return name;
    const { db, url } = await createTestDatabase();
    await fill(db);
    await db.destroy();
    await client.query(`alter database ${new URL(url).pathname.slice(1)} rename to ${name}`);
    return name;
  } finally {
    await client.end();
  }
}

/**
 * The database of one test file, made before its first test and deleted after its last:
 * `const database = useDatabase();` at the top, `database.db` inside tests and hooks. It is empty,
 * unless it is told what was filled for it, which may take a while.
 */
export function useDatabase(prepare?: () => Promise<string>): Omit<TestDatabase, 'drop'> {
  let made: TestDatabase | undefined;
  beforeAll(async () => {
    made = await createTestDatabase(await prepare?.());
  }, prepare && FILL_MS);
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
