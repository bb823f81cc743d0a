import { Client } from 'pg';
import { startEmbedded } from '../../src/embedded-postgres/start.ts';
import { DATA_FOLDER } from './data-folder.ts';
import { parentOf } from './proc.ts';

export type Postgres = {
  /** The process that all its others are children of. */
  pid: number;
  version: string;
  /** The address of one of its databases. */
  urlOf: (database: string) => string;
  list: () => Promise<string[]>;
  /** Makes a database anew, as a copy of another where one is named. */
  create: (database: string, template?: string) => Promise<void>;
  rename: (from: string, to: string) => Promise<void>;
  drop: (database: string) => Promise<void>;
  stop: () => Promise<void>;
};

/** The product's own embedded PostgreSQL with its settings, on a data folder of the benchmarks. */
export async function startPostgres(): Promise<Postgres> {
  const { url, stop } = await startEmbedded({ dataDir: DATA_FOLDER });
  const urlOf = (database: string): string => {
    const address = new URL(url);
    address.pathname = `/${database}`;
    return address.href;
  };
  const admin = new Client({ connectionString: urlOf('postgres') });
  await admin.connect();
  const { rows } = await admin.query<[number, string]>({
    text: "select pg_backend_pid(), current_setting('server_version')",
    rowMode: 'array',
  });
  const [backend = 0, version = ''] = rows[0] ?? [];
  const drop = async (database: string): Promise<void> => {
    await admin.query(`drop database if exists ${database} with (force)`);
  };
  return {
    pid: parentOf(backend),
    version,
    urlOf,
    list: async () => {
      const found = await admin.query<{ name: string }>('select datname as name from pg_database');
      return found.rows.map((row) => row.name);
    },
    create: async (database, template = 'template1') => {
      await drop(database);
      await admin.query(`create database ${database} template ${template} strategy file_copy`);
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

/** Runs statements one after the other on a connection of their own. */
export async function runSql(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
