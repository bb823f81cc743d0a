import {
  AbortedTransactionError,
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type TransactionSettings,
} from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { currentWorkScope } from '../../runtime/work-scope.ts';
import { toConnectionFault } from '../hosts/connection-fault.ts';
import { isDemoted } from '../hosts/failover-client.ts';
import type { ConnectionSemaphore } from './connection-semaphore.ts';
import { PipelinedConnection } from './pipelined-connection.ts';
import { RowEstimates } from './row-estimates.ts';
import { isAllowedAllRows } from './row-scope.ts';

/** Without turns whoever comes first is served first, as on the command line. */
type DialectOptions = { pool: Pool; turns?: ConnectionSemaphore | undefined };

/** PostgreSQL as Kysely speaks it, on connections that send statements together. */
export class PipelinedDialect extends PostgresDialect {
  readonly #options: DialectOptions;

  constructor(options: DialectOptions) {
    super({ pool: options.pool });
    this.#options = options;
  }

  override createDriver(): Driver {
    return new PipelinedDriver(this.#options);
  }
}

/** A transaction begins with its first statement: BEGIN costs no round trip. */
class PipelinedDriver implements Driver {
  readonly #pool: Pool;
  readonly #turns: ConnectionSemaphore | undefined;
  readonly #estimates = new RowEstimates();
  readonly #connections = new WeakMap<PoolClient, PipelinedConnection>();

  constructor({ pool, turns }: DialectOptions) {
    this.#pool = pool;
    this.#turns = turns;
  }

  async init(): Promise<void> {}

  /** To wait for a free connection is to wait for the database. */
  async acquireConnection(): Promise<DatabaseConnection> {
    const record = currentWorkScope();
    const turnOf = record?.isProbe === true ? undefined : (record?.serviceId ?? 0);
    record?.beginDatabaseWait();
    try {
      const turn = turnOf === undefined ? undefined : this.#turns?.acquire(turnOf);
      if (turn !== undefined) await turn;
      const connection = await this.#connect(turnOf);
      connection.permitServiceId = turnOf;
      return connection;
    } finally {
      record?.endDatabaseWait();
    }
  }

  async #connect(turnOf: number | undefined): Promise<PipelinedConnection> {
    try {
      const client = await this.#pool.connect();
      const connection =
        this.#connections.get(client) ?? new PipelinedConnection(client, this.#estimates);
      this.#connections.set(client, connection);
      connection.setsRowScope = !isAllowedAllRows(this.#pool);
      return connection;
    } catch (error) {
      if (turnOf !== undefined) this.#turns?.release(turnOf);
      throw toConnectionFault(error);
    }
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    const { isolationLevel, accessMode } = settings;
    const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`;
    pipelined(connection).sendWithNext(
      CompiledQuery.raw(`begin${level} ${accessMode ?? ''}`.trimEnd()),
    );
    await Promise.resolve();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const { rows } = await pipelined(connection).end<{ command: string }>(
      CompiledQuery.raw('commit'),
    );
    // PostgreSQL responds to COMMIT with ROLLBACK after a failed statement, without an error.
    if (rows[0]?.command === 'ROLLBACK') throw new AbortedTransactionError();
    if (rows[0]?.command !== 'COMMIT') throw new Error('The COMMIT was not answered.');
  }

  /**
   * A connection that cannot roll back is closed when it is released, which rolls back as well. Its error is not
   * thrown: Kysely would throw it instead of the one that the transaction failed with.
   */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const spent = pipelined(connection);
    spent.forget();
    await spent.end(CompiledQuery.raw('rollback')).catch(() => {
      spent.isBroken = true;
    });
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const released = pipelined(connection);
    released.forget();
    const { client, permitServiceId: turnOf, isBroken } = released;
    client.release(isBroken || isDemoted(client));
    if (turnOf !== undefined) this.#turns?.release(turnOf);
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
