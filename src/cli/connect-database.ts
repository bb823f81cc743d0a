import { DatabaseError, type Pool } from 'pg';
import type { Config } from '../config/config.ts';
import { createConnectionTurns, createDb, createPool, type Db } from '../db/client.ts';
import { readServerVersion } from '../db/server-version.ts';
import type { ConnectionTurns } from '../db/wire/connection-turns.ts';
import { OperatorError } from '../errors.ts';
import { awaitDatabase, causeOf, type Patience } from './await-database.ts';
import { listPlainHosts, placeOf } from './database-place.ts';

/** What a process that goes on has besides: where to report, and whether it is still wanted. */
export type Start = Omit<Patience, 'waitMs'>;

export type ConnectedDatabase = {
  url: string;
  pool: Pool;
  db: Db;
  /** At the connections of the pool; undefined for a command, which is served as it comes. */
  turns: ConnectionTurns | undefined;
  close: () => Promise<void>;
};

const VERSION_MIN = 140_000;

/**
 * A pool on the database of the URL, which has answered. A process that goes on waits for it, and takes turns at its
 * connections. Throws OperatorError where it does not answer, or is too old.
 */
export async function connectDatabase(
  { database }: Pick<Config, 'database'>,
  url: string,
  long?: Start,
): Promise<ConnectedDatabase> {
  let isClosing = false;
  const pool = createPool({
    ...database,
    connectionString: url,
    onIdleError: () => {
      // The pool says that it has ended before its last connection has, which the stopping server then cuts.
      if (!isClosing) long?.report('A connection to the database broke and is replaced.');
    },
  });
  const turns = long && createConnectionTurns(database);
  const db = createDb(pool, turns);
  const close = async () => {
    isClosing = true;
    await db.destroy();
  };
  try {
    for (const host of listPlainHosts(url))
      long?.report(
        `The database at ${host} is reached without TLS, and what goes there can be read on the way; see sslmode in the README.`,
      );
    const ask = async (): Promise<number> => await readServerVersion(db);
    const { waitMs } = database;
    checkVersion(await (long ? awaitDatabase(ask, { ...long, waitMs }) : ask()).catch(tellOf(url)));
  } catch (error) {
    await close();
    throw error;
  }
  return { url, pool, db, turns, close };
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
