import type pg from 'pg';
import { createPool } from '../../../src/db/client.ts';

/**
 * Creates a small pool with the options of the product. It waits as long for a connection as the gateways of tests do,
 * because a busy machine may take over 5 s to open one. Broken idle connections are ignored, because dropping the
 * database breaks them.
 */
export function createTestPool(
  connectionString: string,
  { lockTimeoutMs = 10_000 }: { lockTimeoutMs?: number } = {},
): pg.Pool {
  return createPool({
    connectionString,
    poolSize: 8,
    namedStatements: true,
    statementTimeoutMs: 30_000,
    lockTimeoutMs,
    connectTimeoutMs: 60_000,
    onIdleError: () => undefined,
  });
}
