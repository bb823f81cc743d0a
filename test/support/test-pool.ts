import type pg from 'pg';
import { createPool } from '../../src/db/client.ts';

/** The product's own pool, small. A broken idle connection is no failure: dropping the database breaks them. */
export function createTestPool(connectionString: string): pg.Pool {
  return createPool({
    connectionString,
    poolSize: 8,
    namedStatements: true,
    statementTimeoutMs: 30_000,
    lockTimeoutMs: 10_000,
    onIdleError: () => undefined,
  });
}
