import { DatabaseError, type Pool } from 'pg';
import type { Config } from '../config/config.ts';
import { createConnectionTurns, createDb, createPool, type Db } from '../db/client.ts';
import { bringUp } from '../db/row-security/bring-up.ts';
import { readServerVersion } from '../db/server-version.ts';
import type { ConnectionTurns } from '../db/wire/connection-turns.ts';
import {
  connectEmbedded,
  type EmbeddedDatabase,
  startEmbedded,
} from '../embedded-postgres/start.ts';
import { OperatorError } from '../errors.ts';
import { awaitDatabase, causeOf, type Patience } from './await-database.ts';
import { listPlainHosts, placeOf } from './database-place.ts';
import { guardRows, requireAllRows } from './guard-rows.ts';
import { requireMigrated } from './migrations.ts';
import { exitOnSignals } from './signals.ts';

export type OpenDatabase = {
  url: string;
  pool: Pool;
  db: Db;
  /** At the connections of the pool; undefined for a command, which is served as it comes. */
  turns: ConnectionTurns | undefined;
  /** Whether it is the PostgreSQL of the data folder, not that of DATABASE_URL. */
  isEmbedded: boolean;
  /** Closes the pool, and stops the embedded server if this call started it. */
  close: () => Promise<void>;
};

const VERSION_MIN = 140_000;

/**
 * The migrated database for a command, which may take its time: statements have no time-out. Joins a gateway that
 * runs on the data folder. Throws OperatorError where DATABASE_URL does not answer or awaits migrations.
 */
export async function openDatabase(config: Config): Promise<OpenDatabase> {
  return await ready(await openUnmigrated(config), requireAllRows);
}

/** The same without a look at its migrations. */
export async function openUnmigrated(config: Config): Promise<OpenDatabase> {
  if (config.databaseUrl === undefined) exitOnSignals();
  const patient = { ...config, database: { ...config.database, statementTimeoutMs: 0 } };
  return await open(patient, async () => await connectEmbedded({ dataDir: config.dataDir }));
}

/** What a process that goes on has besides: where to report, and whether it is still wanted. */
export type Start = Omit<Patience, 'waitMs'>;

/**
 * The migrated database for the gateway itself: an embedded one is its own, and a used data folder is refused; another one
 * is waited for.
 */
export async function openToServe(config: Config, long: Start): Promise<OpenDatabase> {
  const { report } = long;
  const start = async () => await startEmbedded({ dataDir: config.dataDir, report });
  return await ready(
    await open(config, start, long),
    async (opened) => await guardRows(opened, report),
  );
}

/** The migrated database for a worker of its own, which joins a gateway that runs on the data folder. */
export async function openToWork(config: Config, long: Start): Promise<OpenDatabase> {
  const { report } = long;
  const start = async () => await connectEmbedded({ dataDir: config.dataDir, report });
  return await ready(
    await open(config, start, long),
    async (opened) => await guardRows(opened, report),
  );
}

async function ready(
  database: OpenDatabase,
  check: (database: OpenDatabase) => Promise<void>,
): Promise<OpenDatabase> {
  try {
    if (database.isEmbedded) await bringUp(database.db);
    else await requireMigrated(database.db);
    await check(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function open(
  config: Config,
  start: () => Promise<EmbeddedDatabase>,
  long?: Start,
): Promise<OpenDatabase> {
  const embedded = config.databaseUrl === undefined ? await start() : undefined;
  const url = embedded?.url ?? config.databaseUrl ?? '';
  let isClosing = false;
  const pool = createPool({
    ...config.database,
    connectionString: url,
    onIdleError: () => {
      // The pool says that it has ended before its last connection has, which the stopping server then cuts.
      if (!isClosing) long?.report('A connection to the database broke and is replaced.');
    },
  });
  const turns = long && createConnectionTurns(config.database);
  const db = createDb(pool, turns);
  const close = async () => {
    isClosing = true;
    await db.destroy();
    await embedded?.stop();
  };
  try {
    for (const host of listPlainHosts(url))
      long?.report(
        `The database at ${host} is reached without TLS, and what goes there can be read on the way; see sslmode in the README.`,
      );
    const ask = async (): Promise<number> => await readServerVersion(db);
    const { waitMs } = config.database;
    checkVersion(await (long ? awaitDatabase(ask, { ...long, waitMs }) : ask()).catch(tellOf(url)));
  } catch (error) {
    await close();
    throw error;
  }
  return { url, pool, db, turns, isEmbedded: embedded !== undefined, close };
}

function tellOf(url: string): (error: unknown) => never {
  return (error) => {
    const cause = causeOf(error);
    const sentence = `The database of DATABASE_URL, ${placeOf(url)}, cannot be used`;
    throw new OperatorError(`${sentence}: ${describe(cause)}.`, { cause });
  };
}

function checkVersion(version: number): void {
  if (version >= VERSION_MIN) return;
  throw new OperatorError('The database of DATABASE_URL is older than PostgreSQL 14.');
}

/** Nothing was asked of a table yet, so what PostgreSQL says is about the connection and quotes no row. */
function describe(error: unknown): string {
  if (error instanceof DatabaseError) return error.message;
  if (error instanceof Error && 'code' in error && typeof error.code === 'string')
    return error.code;
  return error instanceof Error ? error.message : String(error);
}
