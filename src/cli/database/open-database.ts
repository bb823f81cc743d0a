import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/client.ts';
import { migrateEmbedded } from '../../db/row-security/migrate-and-secure.ts';
import {
  connectEmbedded,
  type EmbeddedDatabase,
  startEmbedded,
} from '../../embedded-postgres/start.ts';
import { rekeyLists } from '../../lists/load/rekey-lists.ts';
import { exitOnSignals } from '../terminal/signals.ts';
import { checkRowSecurity, requireAllRows } from './check-row-security.ts';
import { type ConnectedDatabase, connectDatabase, type StartOptions } from './connect-database.ts';
import { requireMigrated } from './migrations.ts';
import { ensureServingUrl } from './serving-url.ts';

export type OpenDatabase = ConnectedDatabase & {
  /** Closes the pool, and stops the embedded server if this call started it. */
  close: () => Promise<void>;
};

export type ServedDatabase = OpenDatabase & {
  /** Connections to the embedded PostgreSQL as its owner, who sees all rows; undefined with DATABASE_URL. */
  owner: Pick<OpenDatabase, 'db' | 'pool'> | undefined;
};

/**
 * Opens the database for a command, without a statement timeout. Migrates the embedded PostgreSQL, and shares it with a
 * gateway that runs on the same data folder. Throws OperatorError when DATABASE_URL does not respond or lacks
 * migrations, or when row-level security would hide rows.
 */
export async function openDatabase(config: Config): Promise<OpenDatabase> {
  const prepare = config.databaseUrl === undefined ? migrateEmbeddedDatabase : requireMigrated;
  return await closeOnFailure(await openUnmigrated(config), async (database) => {
    await prepare(database.db);
    await requireAllRows(database);
    return database;
  });
}

/** Migrates the embedded PostgreSQL and the search keys of its lists. */
async function migrateEmbeddedDatabase(db: Db): Promise<void> {
  await migrateEmbedded(db);
  await rekeyLists(db);
}

/** Opens the database without checking its migrations. */
export async function openUnmigrated(config: Config): Promise<OpenDatabase> {
  const withoutTimeout = { ...config, database: { ...config.database, statementTimeoutMs: 0 } };
  if (config.databaseUrl !== undefined)
    return await connectDatabase(withoutTimeout, config.databaseUrl);
  exitOnSignals();
  return await connectOwner(withoutTimeout, await connectEmbedded({ dataDir: config.dataDir }));
}

/**
 * Opens the database for the gateway. Waits for DATABASE_URL, at most for DATABASE_WAIT_MS. Throws OperatorError when
 * the embedded PostgreSQL is already in use, or when DATABASE_URL does not respond in time or lacks migrations.
 */
export async function openToServe(config: Config, start: StartOptions): Promise<ServedDatabase> {
  return await openForProcess(config, start, startEmbedded);
}

/**
 * Opens the database for a separate worker, like openToServe, except that it may share an embedded PostgreSQL with a
 * running gateway.
 */
export async function openToWork(config: Config, start: StartOptions): Promise<ServedDatabase> {
  return await openForProcess(config, start, connectEmbedded);
}

async function openForProcess(
  config: Config,
  start: StartOptions,
  startDatabase: typeof startEmbedded,
): Promise<ServedDatabase> {
  const { dataDir, databaseUrl } = config;
  const { report } = start;
  if (databaseUrl !== undefined)
    return await closeOnFailure(
      await connectDatabase(config, databaseUrl, start),
      async (database) => {
        await requireMigrated(database.db);
        await checkRowSecurity(database, report);
        return { ...database, owner: undefined };
      },
    );
  const owner = await connectOwner(config, await startDatabase({ dataDir, report }), start);
  return await closeOnFailure(owner, async () => {
    await migrateEmbeddedDatabase(owner.db);
    await requireAllRows(owner);
    const servingDatabase = await connectDatabase(
      config,
      await ensureServingUrl(owner, dataDir),
      start,
    );
    const close = async () => {
      await servingDatabase.close();
      await owner.close();
    };
    // On failure, the outer call closes the owner, so `close` would stop the server twice.
    return await closeOnFailure(servingDatabase, async () => {
      await checkRowSecurity(servingDatabase, report);
      return { ...servingDatabase, owner, close };
    });
  });
}

/** Connects as the owner of the embedded database. */
async function connectOwner(
  config: Config,
  embedded: EmbeddedDatabase,
  start?: StartOptions,
): Promise<OpenDatabase> {
  try {
    const database = await connectDatabase(config, embedded.url, start);
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

/** Returns the result of work on the database, and closes the database when it fails. */
async function closeOnFailure<D extends OpenDatabase, T>(
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
