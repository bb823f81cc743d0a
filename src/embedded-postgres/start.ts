import { realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../errors.ts';
import { type Account, canEnter, chooseAccount } from './account.ts';
import { type Installation, prepareBinaries } from './binaries.ts';
import { createCluster } from './cluster.ts';
import { buildDatabaseUrl, ensureDatabase, joinRunning, waitUntilUnused } from './database.ts';
import {
  allowTraversal,
  ensurePassword,
  findCluster,
  openDataFolder,
  toClusterPath,
} from './folder.ts';
import { type FolderLock, lockFolder } from './lock.ts';
import { superviseServer } from './supervisor.ts';

export type EmbeddedOptions = {
  /** Data folder, created unless it exists; contains the password and the database, or a link to it. */
  dataDir: string;
  /** Receives later events of the server, one sentence at a time. */
  report?: (message: string) => void;
  /** Additional PostgreSQL settings, for example fsync in tests. */
  settings?: Record<string, string>;
  /** Installation to use instead of the bundled PostgreSQL. */
  installation?: Installation | undefined;
};

export type EmbeddedDatabase = {
  url: string;
  /** True when this start created the database, which is then empty. */
  wasCreated: boolean;
  /** Stops the server and resolves when its last process has ended. */
  stop: () => Promise<void>;
};

/**
 * Starts a PostgreSQL server on the data folder, which is set up on the first start. First stops the server that a
 * killed gateway left running. Throws OperatorError, and changes nothing, when the folder has other content, belongs to
 * another version or is in use.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { folder, lock } = await openLocked(options.dataDir);
  if (lock.kind === 'acquired') return await startLocked(folder, lock, options);
  throw new OperatorError(
    `The data folder ${options.dataDir} is in use by process ${lock.pid}: stop it first, or set DATA_DIR to another folder.`,
  );
}

/**
 * Connects a command to the database. Uses the server of a gateway that runs on the data folder; `stop` then does
 * nothing. Otherwise starts a server, and `stop` waits until no other command uses it.
 */
export async function connectEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { folder, lock } = await openLocked(options.dataDir);
  if (lock.kind === 'held') {
    const url = await joinRunning(folder, lock.pid);
    return { url, wasCreated: false, stop: async () => await Promise.resolve() };
  }
  const database = await startLocked(folder, lock, options);
  const stop = async () => {
    await waitUntilUnused(database.url);
    await database.stop();
  };
  return { ...database, stop };
}

/** Deletes the data folder and the database at its location. Must be called after stop(). */
export async function removeEmbedded(dataDir: string): Promise<void> {
  const cluster = await realpath(toClusterPath(dataDir)).catch(() => undefined);
  if (cluster !== undefined) await rm(cluster, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}

async function openLocked(dataDir: string): Promise<{ folder: string; lock: FolderLock }> {
  if (process.platform === 'win32') {
    throw new OperatorError('The embedded PostgreSQL does not run on Windows: set DATABASE_URL.');
  }
  const folder = await openDataFolder(dataDir);
  return { folder, lock: await lockFolder(folder) };
}

async function startLocked(
  folder: string,
  lock: Extract<FolderLock, { kind: 'acquired' }>,
  options: EmbeddedOptions,
): Promise<EmbeddedDatabase> {
  try {
    const database = await startServer(folder, options);
    const stop = async () => {
      await database.stop();
      await lock.release();
    };
    return { ...database, stop };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function startServer(folder: string, options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const password = await ensurePassword(folder);
  const account = await chooseAccount([toClusterPath(folder), folder]);
  const binaries = await prepareBinaries(account, options.installation);
  const cluster =
    (await findReachableCluster(folder, account, binaries.major)) ??
    (await createCluster({ folder, password, account, binaries }));
  const server = await superviseServer(
    {
      postgres: binaries.postgres,
      cluster,
      account,
      logFile: join(folder, 'postgres.log'),
      settings: options.settings ?? {},
    },
    options.report ?? (() => undefined),
  );
  const url = buildDatabaseUrl(password, server.port);
  try {
    return { url, wasCreated: await ensureDatabase(url), stop: server.stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function findReachableCluster(
  folder: string,
  account: Account,
  major: string,
): Promise<string | undefined> {
  const cluster = await findCluster(folder, major);
  if (cluster === undefined) return undefined;
  if (cluster === toClusterPath(folder)) await allowTraversal(folder, account);
  if (await canEnter(account, cluster)) return cluster;
  throw new OperatorError(
    `The account that PostgreSQL runs as (user id ${account?.uid}) cannot reach ${cluster}: grant access to the parent folders, or set DATA_DIR to another folder.`,
  );
}
