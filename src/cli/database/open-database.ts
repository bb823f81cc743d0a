import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/client.ts';
import { migrateEmbedded } from '../../db/row-security/bring-up.ts';
import {
  connectEmbedded,
  type EmbeddedDatabase,
  startEmbedded,
} from '../../embedded-postgres/start.ts';
import { rekeyLists } from '../../lists/load/rekey-lists.ts';
import { exitOnSignals } from '../terminal/signals.ts';
import { type ConnectedDatabase, connectDatabase, type Start } from './connect-database.ts';
import { guardRows, requireAllRows } from './guard-rows.ts';
import { requireMigrated } from './migrations.ts';
import { findServingUrl } from './serving-url.ts';

export type OpenDatabase = ConnectedDatabase & {
  /** Closes the pool, and stops the embedded server if this call started it. */
  close: () => Promise<void>;
};

export type ServedDatabase = OpenDatabase & {
  /** The PostgreSQL of the data folder as its owner, who sees all rows; undefined for that of DATABASE_URL. */
  owner: Pick<OpenDatabase, 'db' | 'pool'> | undefined;
};

/**
 * The migrated database for a command, which may take its time: statements have no time-out. Joins a gateway that
 * runs on the data folder. Throws OperatorError where DATABASE_URL does not answer or awaits migrations.
 */
export async function openDatabase(config: Config): Promise<OpenDatabase> {
  const prepare = config.databaseUrl === undefined ? bringUpEmbedded : requireMigrated;
  return await orClose(await openUnmigrated(config), async (database) => {
    await prepare(database.db);
    await requireAllRows(database);
    return database;
  });
}

/** Brings the tables of the data folder's PostgreSQL up to this version, and the keys of its lists. */
async function bringUpEmbedded(db: Db): Promise<void> {
  await migrateEmbedded(db);
  await rekeyLists(db);
}

/** The same without a look at its migrations. */
export async function openUnmigrated(config: Config): Promise<OpenDatabase> {
  const patient = { ...config, database: { ...config.database, statementTimeoutMs: 0 } };
  if (config.databaseUrl !== undefined) return await connectDatabase(patient, config.databaseUrl);
  exitOnSignals();
  return await connectOwner(patient, await connectEmbedded({ dataDir: config.dataDir }));
}

/**
 * The migrated database for the gateway itself: an embedded one is its own, and a used data folder is refused; another one
 * is waited for.
 */
export async function openToServe(config: Config, long: Start): Promise<ServedDatabase> {
  return await openServed(config, long, startEmbedded);
}

/** The migrated database for a worker of its own, which joins a gateway that runs on the data folder. */
export async function openToWork(config: Config, long: Start): Promise<ServedDatabase> {
  return await openServed(config, long, connectEmbedded);
}

async function openServed(
  config: Config,
  long: Start,
  start: typeof startEmbedded,
): Promise<ServedDatabase> {
  const { dataDir, databaseUrl } = config;
  const { report } = long;
  if (databaseUrl !== undefined)
    return await orClose(await connectDatabase(config, databaseUrl, long), async (database) => {
      await requireMigrated(database.db);
      await guardRows(database, report);
      return { ...database, owner: undefined };
    });
  const owner = await connectOwner(config, await start({ dataDir, report }), long);
  return await orClose(owner, async () => {
    await bringUpEmbedded(owner.db);
    await requireAllRows(owner);
    const serving = await connectDatabase(config, await findServingUrl(owner, dataDir), long);
    const close = async () => {
      await serving.close();
      await owner.close();
    };
    // Where it fails the owner is closed outside: its server is stopped once only.
    return await orClose(serving, async () => {
      await guardRows(serving, report);
      return { ...serving, owner, close };
    });
  });
}

/** Whoever has made the database of the data folder. */
async function connectOwner(
  config: Config,
  embedded: EmbeddedDatabase,
  long?: Start,
): Promise<OpenDatabase> {
  try {
    const database = await connectDatabase(config, embedded.url, long);
    const close = async () => {
      await database.close();
      await embedded.stop();
    };
    return { ...database, close };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

/** What `work` makes of the database, which is closed where that fails. */
async function orClose<D extends OpenDatabase, T>(
  database: D,
  work: (database: D) => Promise<T>,
): Promise<T> {
  try {
    return await work(database);
  } catch (error) {
    await database.close();
    throw error;
  }
}
