import type { Pool } from 'pg';
import type { Config } from '../../config/config.ts';
import {
  createConnectionSemaphore,
  createDb,
  createPool,
  type Db,
  omitStartupLimits,
} from '../../db/client.ts';
import { isTimeLimitRefusal } from '../../db/hosts/connection-fault.ts';
import { readServerVersion } from '../../db/server-version.ts';
import { readTimeLimits } from '../../db/time-limits.ts';
import type { ConnectionSemaphore } from '../../db/wire/connection-semaphore.ts';
import { OperatorError } from '../../errors.ts';
import { awaitDatabase, describeFault, getCause, type WaitOptions } from './await-database.ts';
import { describeHosts, listUnencryptedHosts } from './database-hosts.ts';

/** Options of a long-running process, which reports to its log and whose start can be cancelled. */
export type StartOptions = Omit<WaitOptions, 'waitMs'>;

export type ConnectedDatabase = {
  url: string;
  pool: Pool;
  db: Db;
  /** Semaphore of the pool's connections; undefined for a command, which does not need fairness. */
  semaphore: ConnectionSemaphore | undefined;
  close: () => Promise<void>;
};

/** PostgreSQL 14, in the format of `server_version_num`. */
const VERSION_MIN = 140_000;

/**
 * Connects to the database of the URL. A long-running process waits for it and uses a fair semaphore for its
 * connections. Throws OperatorError when the database does not respond or is too old.
 */
export async function connectDatabase(
  { database }: Pick<Config, 'database'>,
  url: string,
  start?: StartOptions,
): Promise<ConnectedDatabase> {
  let isClosing = false;
  const pool = createPool({
    ...database,
    connectionString: url,
    onIdleError: () => {
      // The pool ends before its last connection, which then reports an error while the server stops.
      if (!isClosing) start?.report('A connection to the database broke and is replaced.');
    },
  });
  const semaphore = start && createConnectionSemaphore(database);
  const db = createDb(pool, semaphore);
  const close = async () => {
    isClosing = true;
    await db.destroy();
  };
  try {
    for (const host of listUnencryptedHosts(url))
      start?.report(
        `The database at ${host} is reached without TLS, so that its traffic can be read on the network; see sslmode in the README.`,
      );
    const readVersion = async (): Promise<number> => await negotiateVersion({ db, pool });
    const { waitMs } = database;
    checkVersion(
      await (start ? awaitDatabase(readVersion, { ...start, waitMs }) : readVersion()).catch(
        explainFault(url),
      ),
    );
    if (start) await warnOfMissingLimits(db, database, start.report);
  } catch (error) {
    await close();
    throw error;
  }
  return { url, pool, db, semaphore, close };
}

/**
 * Reads the version of the server. By default, a pooler rejects the time limits, which are startup parameters of a
 * connection. The pool then connects without them, and the time limits of the role apply.
 */
async function negotiateVersion({
  db,
  pool,
}: Pick<ConnectedDatabase, 'db' | 'pool'>): Promise<number> {
  try {
    return await readServerVersion(db);
  } catch (error) {
    if (!isTimeLimitRefusal(getCause(error))) throw error;
    omitStartupLimits(pool);
    return await readServerVersion(db);
  }
}

async function warnOfMissingLimits(
  db: Db,
  { statementTimeoutMs, lockTimeoutMs }: Config['database'],
  report: StartOptions['report'],
): Promise<void> {
  const { statementTimeout, lockTimeout } = await readTimeLimits(db);
  const missing = [
    statementTimeout === '0' &&
      statementTimeoutMs > 0 &&
      `statement_timeout = ${statementTimeoutMs}`,
    lockTimeout === '0' && lockTimeoutMs > 0 && `lock_timeout = ${lockTimeoutMs}`,
  ].filter((setting) => setting !== false);
  if (missing.length > 0)
    report(
      `The pooler of DATABASE_URL accepts no time limits, so statements have none: alter role … set ${missing.join(', and ')}.`,
    );
}

function explainFault(url: string): (error: unknown) => never {
  return (error) => {
    const sentence = `The database of DATABASE_URL, ${describeHosts(url)}, cannot be used`;
    throw new OperatorError(`${sentence}: ${describeFault(error)}.`, { cause: getCause(error) });
  };
}

function checkVersion(version: number): void {
  if (version >= VERSION_MIN) return;
  throw new OperatorError('The database of DATABASE_URL is older than PostgreSQL 14.');
}
