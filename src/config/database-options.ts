import type { Environment } from './environment.ts';

export type DatabaseOptions = {
  poolSize: number;
  /** False for pgbouncer older than 1.21 in transaction mode. */
  namedStatements: boolean;
  /** True when reads of concurrent requests are batched. */
  coalescedReads: boolean;
  /** Maximum wait for a connection of the pool, new or reused. */
  connectTimeoutMs: number;
  /** Time that a start waits for the database of DATABASE_URL. */
  waitMs: number;
  statementTimeoutMs: number;
  lockTimeoutMs: number;
};

/** Returns the options for database connections. */
export function toDatabaseOptions(values: Environment): DatabaseOptions {
  return {
    poolSize: values.DATABASE_POOL_SIZE,
    namedStatements: values.NAMED_STATEMENTS === 'on',
    coalescedReads: values.COALESCED_READS === 'on',
    connectTimeoutMs: values.CONNECT_TIMEOUT_MS,
    waitMs: values.DATABASE_WAIT_MS,
    statementTimeoutMs: values.STATEMENT_TIMEOUT_MS,
    lockTimeoutMs: values.LOCK_TIMEOUT_MS,
  };
}
