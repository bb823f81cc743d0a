import { Socket } from 'node:net';
import type { Pool, PoolClient } from 'pg';

/** A server that is alive ends a statement by itself; this is for its word to arrive. */
const ANSWER_MARGIN_MS = 1_000;

/**
 * Prevents a broken connection from ending the process, and closes a connection whose server does not respond for
 * `statementTimeoutMs` (0: never).
 */
export function surviveBreaks(pool: Pool, statementTimeoutMs: number): void {
  // The pool listens to idle connections only, and an unhandled error event ends the process. The
  // running statement, or the next one, fails with the error.
  pool.on('connect', (client) => client.on('error', () => undefined));
  if (statementTimeoutMs === 0) return;
  // pg's own query_timeout would not do: it fails the statement but gives its connection back to the pool, where
  // the next statement waits behind the one that never ends.
  pool.on('connect', (client) => socketOf(client)?.on('timeout', breakOff));
  const timeoutMs = statementTimeoutMs + ANSWER_MARGIN_MS;
  pool.on('acquire', (client) => socketOf(client)?.setTimeout(timeoutMs));
  pool.on('release', (_error, client) => socketOf(client)?.setTimeout(0));
}

function breakOff(this: Socket): void {
  this.destroy(new Error('The database did not answer in time.'));
}

/** The socket as it is now: with TLS it is another one after the handshake. */
export function socketOf({ connection }: PoolClient): Socket | undefined {
  return connection.stream instanceof Socket ? connection.stream : undefined;
}
