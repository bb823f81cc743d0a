import type { Environment } from './environment.ts';

export type DatabaseOptions = {
  poolSize: number;
  /** False to send no prepared statements, for pgbouncer older than 1.21 in transaction mode. */
  namedStatements: boolean;
  /** True when reads of concurrent requests are batched. */
  coalescedReads: boolean;
  /** Maximum time to wait for a new or idle connection of the pool. */
  connectTimeoutMs: number;
  /** Maximum time that the start waits for the database of DATABASE_URL. */
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
