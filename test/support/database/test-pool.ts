import type pg from 'pg';
import { createPool } from '../../../src/db/client.ts';

/** Wait of tests and their gateways for a connection: a busy machine may take over 5 s, the default, to open one. */
export const CONNECT_TIMEOUT_MS = 60_000;

/**
 * Creates a small pool with the options of the product. Broken idle connections are ignored, because dropping the
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
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    onIdleError: () => undefined,
  });
}
