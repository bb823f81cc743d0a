import { Socket } from 'node:net';
import type { Pool, PoolClient } from 'pg';

/** Time for the server's own statement timeout to arrive before the connection is destroyed. */
const RESPONSE_MARGIN_MS = 1_000;

/**
 * Handles connections that break: an error while a connection is in use does not end the process, and a connection
 * whose server is silent for longer than `statementTimeoutMs` (0: never) is destroyed.
 */
export function surviveBreaks(pool: Pool, statementTimeoutMs: number): void {
  // The pool listens to idle connections only, and an unhandled error event ends the process. The running statement or the
  // next one fails with the error.
  pool.on('connect', (client) => client.on('error', () => undefined));
  if (statementTimeoutMs === 0) return;
  // Not pg's query_timeout: it fails the statement but returns its connection to the pool, where the next statement waits
  // behind the one that never ends.
  pool.on('connect', (client) => socketOf(client)?.on('timeout', destroySocket));
  const timeoutMs = statementTimeoutMs + RESPONSE_MARGIN_MS;
  pool.on('acquire', (client) => socketOf(client)?.setTimeout(timeoutMs));
  pool.on('release', (_error, client) => socketOf(client)?.setTimeout(0));
}

function destroySocket(this: Socket): void {
  this.destroy(new Error('The database did not answer in time.'));
}

/** Returns the current socket: TLS replaces it after the handshake. */
export function socketOf({ connection }: PoolClient): Socket | undefined {
  return connection.stream instanceof Socket ? connection.stream : undefined;
}
