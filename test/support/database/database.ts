import { randomUUID } from 'node:crypto';
import { Client, type Pool } from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { createDb, type Db } from '../../../src/db/client.ts';
import { createOnCluster, dropOnCluster, serversOf, withDatabase } from './cluster-database.ts';
import { createTestPool } from './test-pool.ts';

const FILL_MS = 240_000;

export type TestDatabase = {
  url: string;
  pool: Pool;
  db: Db;
  /** Closes the pool and deletes the database, at once or when this process creates its next one. */
  drop: () => Promise<void>;
};

const databases = new Map<string, Db>();

/** Returns the open connections to a test database of that URL; undefined for any other. */
export function findTestDb(url: string): Db | undefined {
  return databases.get(url);
}

/** Creates a migrated database on the PostgreSQL of the run: empty, or a copy of one that `fillOnce` has filled. */
export async function createTestDatabase(filled?: string): Promise<TestDatabase> {
  const templateUrl = inject('templateUrl');
  await deleteDropped(templateUrl);
  const name = `${inject('databasePrefix')}${randomUUID().replaceAll('-', '')}`;
  const workers = inject('workers');
  // On a cluster nothing is copied: who wants a filled database shares it with others.
  const used = workers.length > 0 ? (filled ?? name) : name;
  if (workers.length === 0) {
    const template = filled ?? new URL(templateUrl).pathname.slice(1);
    // The file copy takes a third of the time of the WAL copy. PostgreSQL 14 has no choice.
    const strategy = (await hasStrategies(templateUrl)) ? ' strategy file_copy' : '';
    await runOnServer(templateUrl, `create database ${name} template ${template}${strategy}`);
  } else if (filled === undefined) await createOnCluster(templateUrl, name, workers);
  const url = withDatabase(templateUrl, used);
  const pool = createTestPool(url);
  const db = createDb(pool);
  const drop = async () => {
    await db.destroy();
    databases.delete(url);
    if (used !== name) return;
    if (workers.length > 0) await dropOnCluster(templateUrl, name, workers);
    else dropped.push(name);
  };
  databases.set(url, db);
  return { url, pool, db, drop };
}

/**
 * Databases on a single server to delete. Closed connections last a moment longer on the server, and DROP DATABASE waits
 * 100 ms where it finds one.
 */
const dropped: string[] = [];

async function deleteDropped(templateUrl: string): Promise<void> {
  for (const name of dropped.splice(0))
    await runOnServer(templateUrl, `drop database if exists ${name} with (force)`);
}

/** Fills a database once per run, and returns its name. Closes all connections to it, so that it can be copied. */
export async function fillOnce(
  what: string,
  fill: (db: Db, pool: Pool) => Promise<void>,
): Promise<string> {
  const name = `${inject('databasePrefix')}${what}`;
  const client = new Client({ connectionString: withDatabase(inject('templateUrl'), 'postgres') });
  await client.connect();
  try {
    // The other worker may create it at the same time. The lock ends with the connection.
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const found = await client.query('select from pg_database where datname = $1', [name]);
    if (found.rowCount === 1) return name;
    const { db, pool, url } = await createTestDatabase();
    await fill(db, pool);
    await db.destroy();
    const made = new URL(url).pathname.slice(1);
    for (const server of serversOf(inject('templateUrl'), inject('workers')))
      await runOnServer(server, `alter database ${made} rename to ${name}`);
    return name;
  } finally {
    await client.end();
  }
}

/**
 * Creates the database of a test file before its first test, and deletes it after the last one: `const database =
 * useDatabase();` at the top, `database.db` inside tests and hooks. It is empty unless it is prepared, which may take
 * long.
 */
export function useDatabase(
  prepare?: () => Promise<string | undefined>,
): Omit<TestDatabase, 'drop'> {
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

let strategies: Promise<boolean> | undefined;

async function hasStrategies(templateUrl: string): Promise<boolean> {
  const version = `select from pg_settings where name = 'server_version_num' and setting::int >= 150000`;
  strategies ??= runOnServer(templateUrl, version).then((count) => count === 1);
  return await strategies;
}

/** Connections of this process for creating and dropping databases: opening one takes as long as a database. */
const servers = new Map<string, Promise<Client>>();

/** Runs a statement and returns the number of its rows. */
async function runOnServer(templateUrl: string, statement: string): Promise<number | null> {
  const url = withDatabase(templateUrl, 'postgres');
  const connected = servers.get(url) ?? connectForGood(url);
  servers.set(url, connected);
  return (await (await connected).query(statement)).rowCount;
}

async function connectForGood(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  // The server may stop before this process ends.
  client.on('error', () => servers.delete(connectionString));
  await client.connect();
  return client;
}
