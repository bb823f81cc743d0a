import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  type QueryResult,
} from 'kysely';
import { type ClientBase, DatabaseError, type Pool, type PoolClient } from 'pg';
import { OperatorError } from '../../errors.ts';
import { currentRowScope } from '../../runtime/work-scope.ts';
import type { Db } from '../client.ts';
import { getSocket } from '../hosts/broken-connections.ts';
import type { DB } from '../tables.ts';
import { isUnrestricted, type SentRowScope, toRowScopeSetting } from '../wire/row-scope.ts';
import { SessionSetting } from '../wire/session-setting.ts';

/** Connection of a pool: a query builder and the pg client that COPY needs. */
export type ClientConnection = { db: Db; client: ClientBase };

/**
 * Runs `work` on one exclusive connection and releases it to the pool. Throws OperatorError when the work failed
 * because the connection broke.
 */
export async function withConnection<T>(
  pool: Pool,
  work: (connection: ClientConnection) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  // Kysely takes the connection once and releases it to the pool itself when the work has ended.
  const singleClientPool = {
    options: {},
    connect: async () => await Promise.resolve(client),
    end: async () => await Promise.resolve(),
  };
  const onCreateConnection = async (connection: DatabaseConnection): Promise<void> => {
    if (!isUnrestricted(pool)) sendRowScopeOn(connection);
    await Promise.resolve();
  };
  const dialect = new DestroyingDialect(client, { pool: singleClientPool, onCreateConnection });
  const kysely = new Kysely<DB>({ dialect });
  try {
    return await kysely.connection().execute(async (db) => await work({ db, client }));
  } catch (error) {
    if (!isBroken(client, error)) throw error;
    throw new OperatorError(
      'The connection to the database was lost. The command can be run again.',
      {
        cause: error,
      },
    );
  }
}

/**
 * Dialect that destroys the connection when a ROLLBACK fails, which makes the server roll back too. The error is not
 * thrown, because Kysely would throw it instead of the error of the transaction.
 */
class DestroyingDialect extends PostgresDialect {
  readonly #client: PoolClient;

  constructor(client: PoolClient, config: PostgresDialectConfig) {
    super(config);
    this.#client = client;
  }

  override createDriver(): Driver {
    const driver = super.createDriver();
    const rollBack = driver.rollbackTransaction.bind(driver);
    driver.rollbackTransaction = async (connection) =>
      await rollBack(connection).catch(() => void getSocket(this.#client)?.destroy());
    return driver;
  }
}

/**
 * Makes a connection send the row scope in a separate statement before each statement that needs another scope.
 * Pipelined connections send both together.
 */
function sendRowScopeOn(connection: DatabaseConnection): void {
  const rowScope = new SessionSetting<SentRowScope>(toRowScopeSetting);
  const send = connection.executeQuery.bind(connection);
  connection.executeQuery = async <R>(statement: CompiledQuery): Promise<QueryResult<R>> => {
    const setting = rowScope.find(statement.sql, currentRowScope() ?? 'none', 'none');
    if (setting !== undefined) await send(CompiledQuery.raw(setting.sql, [...setting.parameters]));
    return await send<R>(statement);
  };
}

/** True when the connection broke: the server reported a fatal error, or the socket is destroyed. */
function isBroken(client: PoolClient, error: unknown): boolean {
  const isFatal = error instanceof DatabaseError && error.severity === 'FATAL';
  return isFatal || getSocket(client)?.destroyed !== false;
}
