import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbedded } from '../../src/embedded-postgres/start.ts';
import { DATA_FOLDER } from './data-folder.ts';
import { EMBEDDED, findInstallation } from './installations.ts';
import { parentOf } from './proc.ts';

export type Postgres = {
  /** Process id of the postmaster. */
  pid: number;
  /** Version, with the settings that differ from the defaults. */
  version: string;
  /** Returns the URL of a database. */
  urlOf: (database: string) => string;
  list: () => Promise<string[]>;
  /** Creates a database, or replaces it, optionally as a copy of another. */
  create: (database: string, template?: string) => Promise<void>;
  rename: (from: string, to: string) => Promise<void>;
  drop: (database: string) => Promise<void>;
  stop: () => Promise<void>;
};

export type PostgresOptions = {
  /** Major version or folder; undefined for the embedded one. */
  name?: string;
  settings?: Record<string, string>;
};

/** Starts the embedded PostgreSQL or another installation on a data folder of the benchmarks. */
export async function startPostgres({
  name = EMBEDDED,
  settings = {},
}: PostgresOptions = {}): Promise<Postgres> {
  const installation = findInstallation(name);
  const { url, stop } = await startEmbedded({ dataDir: folderOf(name), settings, installation });
  const urlOf = (database: string): string => {
    const address = new URL(url);
    address.pathname = `/${database}`;
    return address.href;
  };
  const admin = new Client({ connectionString: urlOf('postgres') });
  await admin.connect();
  const { rows } = await admin.query<[number, string, number]>({
    text: "select pg_backend_pid(), current_setting('server_version'), current_setting('server_version_num')::integer",
    rowMode: 'array',
  });
  const [backend = 0, version = '', number = 0] = rows[0] ?? [];
  // Older versions have no other strategy.
  const strategy = number < STRATEGIES_VERSION ? '' : 'strategy file_copy';
  const drop = async (database: string): Promise<void> => {
    await admin.query(`drop database if exists ${database} with (force)`);
  };
  return {
    pid: parentOf(backend),
    version: [version, ...Object.entries(settings).map((one) => one.join('='))].join(' '),
    urlOf,
    list: async () => {
      const found = await admin.query<{ name: string }>('select datname as name from pg_database');
      return found.rows.map((row) => row.name);
    },
    create: async (database, template = 'template1') => {
      await drop(database);
      await admin.query(`create database ${database} template ${template} ${strategy}`);
    },
    rename: async (from, to) => {
      await admin.query(`alter database ${from} rename to ${to}`);
    },
    drop,
    stop: async () => {
      await admin.end();
      await stop();
    },
  };
}

const STRATEGIES_VERSION = 150_000;

/** Returns the data folder of a server. */
function folderOf(name: string): string {
  if (name === EMBEDDED) return DATA_FOLDER;
  return join(DATA_FOLDER, `postgresql-${name.replaceAll(/[^\da-z]+/gi, '-')}`);
}

/** Runs statements one after the other on a new connection. */
export async function runSql(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
