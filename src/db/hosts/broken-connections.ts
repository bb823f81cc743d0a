import { Socket } from 'node:net';
import type { Pool, PoolClient } from 'pg';

/** Time for the server's own statement timeout to arrive before the connection is destroyed. */
const RESPONSE_MARGIN_MS = 1_000;

/**
 * Handles broken connections of a pool: an error while a connection is in use does not end the process, and a
 * connection is destroyed when its server does not respond within `statementTimeoutMs` plus one second (never when it
 * is 0).
 */
export function handleBrokenConnections(pool: Pool, statementTimeoutMs: number): void {
  // The pool listens to idle connections only, and an unhandled error event ends the process. The running statement or the
  // next one fails with the error.
  pool.on('connect', (client) => client.on('error', () => undefined));
  if (statementTimeoutMs === 0) return;
  // Not pg's query_timeout: it fails the statement but returns its connection to the pool, where the next statement waits
  // behind the one that never ends.
  pool.on('connect', (client) => getSocket(client)?.on('timeout', destroySocket));
  const timeoutMs = statementTimeoutMs + RESPONSE_MARGIN_MS;
  pool.on('acquire', (client) => getSocket(client)?.setTimeout(timeoutMs));
  pool.on('release', (_error, client) => getSocket(client)?.setTimeout(0));
}

function destroySocket(this: Socket): void {
  this.destroy(new Error('The database did not answer in time.'));
}

/** Returns the current socket of a client, which TLS replaces after the handshake; undefined for another stream. */
export function getSocket({ connection }: PoolClient): Socket | undefined {
  return connection.stream instanceof Socket ? connection.stream : undefined;
}
