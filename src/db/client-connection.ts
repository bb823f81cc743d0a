import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { OperatorError } from '../errors.ts';
import type { Db } from './client.ts';
import type { DB } from './tables.ts';

/** One connection of a pool, both as a query builder and as the bare client that COPY needs. */
export type ClientConnection = { db: Db; client: pg.ClientBase };

/**
 * Runs `work` on one connection that nobody else uses meanwhile, and gives it back to the pool. Throws
 * OperatorError where the work failed because the connection broke.
 */
export async function withConnection<T>(
  pool: pg.Pool,
  work: (connection: ClientConnection) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  // Kysely takes the connection once and releases it to the pool itself when the work has ended.
  const onlyThis = {
    options: {},
    connect: async () => await Promise.resolve(client),
    end: async () => await Promise.resolve(),
  };
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool: onlyThis }) });
  const connection = { isBroken: false };
  const onEnd = () => {
    connection.isBroken = true;
  };
  client.once('end', onEnd);
  try {
    return await kysely.connection().execute(async (db) => await work({ db, client }));
  } catch (error) {
    if (!connection.isBroken) throw error;
    throw new OperatorError('The connection to the database broke. Running this again is safe.', {
      cause: error,
    });
  } finally {
    client.removeListener('end', onEnd);
  }
}
