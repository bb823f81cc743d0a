import {
  AbortedTransactionError,
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type TransactionSettings,
} from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { currentRecord } from '../../record/work-record.ts';
import { PipelinedConnection } from './pipelined-connection.ts';

/** PostgreSQL as Kysely speaks it, on connections that send statements together. */
export class PipelinedDialect extends PostgresDialect {
  readonly #pool: Pool;

  constructor({ pool }: { pool: Pool }) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): Driver {
    return new PipelinedDriver(this.#pool);
  }
}

/** A transaction begins with its first statement: BEGIN costs no round trip. */
class PipelinedDriver implements Driver {
  readonly #pool: Pool;
  readonly #connections = new WeakMap<PoolClient, PipelinedConnection>();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const client = await this.#connect();
    const known = this.#connections.get(client);
    if (known !== undefined) return known;
    const connection = new PipelinedConnection(client);
    this.#connections.set(client, connection);
    return connection;
  }

  /** To wait for a free connection is to wait for the database. */
  async #connect(): Promise<PoolClient> {
    const record = currentRecord();
    record?.open();
    try {
      return await this.#pool.connect();
    } finally {
      record?.close();
    }
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    const { isolationLevel, accessMode } = settings;
    const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`;
    pipelined(connection).putOff(CompiledQuery.raw(`begin${level} ${accessMode ?? ''}`.trimEnd()));
    await Promise.resolve();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const { rows } = await pipelined(connection).end<{ command: string }>(
      CompiledQuery.raw('commit'),
    );
    // PostgreSQL answers COMMIT with ROLLBACK where a statement had failed and nobody said so.
    if (rows[0]?.command === 'ROLLBACK') throw new AbortedTransactionError();
    if (rows[0]?.command !== 'COMMIT') throw new Error('The COMMIT was not answered.');
  }

  /** A connection that cannot roll back is closed when it is released. */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const spent = pipelined(connection);
    spent.forget();
    await spent.end(CompiledQuery.raw('rollback')).catch((error: unknown) => {
      spent.isBroken = true;
      throw error;
    });
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const released = pipelined(connection);
    released.forget();
    released.client.release(released.isBroken);
    await Promise.resolve();
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

function pipelined(connection: DatabaseConnection): PipelinedConnection {
  if (connection instanceof PipelinedConnection) return connection;
  throw new Error('Not a connection of this driver.');
}
