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
import { isUnrestricted } from './row-scope.ts';

/**
 * Options of the dialect. Without a semaphore, connections are assigned in order of request; CLI commands have none.
 */
type DialectOptions = { pool: Pool; semaphore?: ConnectionSemaphore | undefined };

/** PostgreSQL dialect of Kysely on connections that pipeline statements. */
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

/** Driver whose transactions begin with their first statement: BEGIN costs no round trip. */
class PipelinedDriver implements Driver {
  readonly #pool: Pool;
  readonly #semaphore: ConnectionSemaphore | undefined;
  readonly #estimates = new RowEstimates();
  readonly #connections = new WeakMap<PoolClient, PipelinedConnection>();

  constructor({ pool, semaphore }: DialectOptions) {
    this.#pool = pool;
    this.#semaphore = semaphore;
  }

  async init(): Promise<void> {}

  /**
   * Waits for a permit and a connection; the time counts as a wait for the database. A probe needs no permit. Throws
   * AppError `service_unavailable` when none becomes available in time.
   */
  async acquireConnection(): Promise<DatabaseConnection> {
    const workScope = currentWorkScope();
    const permitServiceId = workScope?.isProbe === true ? undefined : (workScope?.serviceId ?? 0);
    workScope?.beginDatabaseWait();
    try {
      const permit =
        permitServiceId === undefined ? undefined : this.#semaphore?.acquire(permitServiceId);
      if (permit !== undefined) await permit;
      const connection = await this.#connect(permitServiceId);
      connection.permitServiceId = permitServiceId;
      return connection;
    } finally {
      workScope?.endDatabaseWait();
    }
  }

  async #connect(permitServiceId: number | undefined): Promise<PipelinedConnection> {
    try {
      const client = await this.#pool.connect();
      const connection =
        this.#connections.get(client) ?? new PipelinedConnection(client, this.#estimates);
      this.#connections.set(client, connection);
      connection.setsRowScope = !isUnrestricted(this.#pool);
      return connection;
    } catch (error) {
      if (permitServiceId !== undefined) this.#semaphore?.release(permitServiceId);
      throw toConnectionFault(error);
    }
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    const { isolationLevel, accessMode } = settings;
    const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`;
    requirePipelined(connection).sendWithNext(
      CompiledQuery.raw(`begin${level} ${accessMode ?? ''}`.trimEnd()),
    );
    await Promise.resolve();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const { rows } = await requirePipelined(connection).end<{ command: string }>(
      CompiledQuery.raw('commit'),
    );
    // PostgreSQL responds to COMMIT with ROLLBACK after a failed statement, without an error.
    if (rows[0]?.command === 'ROLLBACK') throw new AbortedTransactionError();
    if (rows[0]?.command !== 'COMMIT') throw new Error('The COMMIT was not answered.');
  }

  /**
   * Rolls back. A connection on which the rollback fails is closed when it is released, which rolls back as well. The
   * error of the rollback is not thrown: Kysely would throw it instead of the error of the transaction.
   */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const pipelined = requirePipelined(connection);
    pipelined.reset();
    await pipelined.end(CompiledQuery.raw('rollback')).catch(() => {
      pipelined.isBroken = true;
    });
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const pipelined = requirePipelined(connection);
    pipelined.reset();
    const { client, permitServiceId, isBroken } = pipelined;
    client.release(isBroken || isDemoted(client));
    if (permitServiceId !== undefined) this.#semaphore?.release(permitServiceId);
    await Promise.resolve();
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

function requirePipelined(connection: DatabaseConnection): PipelinedConnection {
  if (connection instanceof PipelinedConnection) return connection;
  throw new Error('Not a connection of this driver.');
}
