import { Socket } from 'node:net';
import type { Pool, PoolClient } from 'pg';

/** A server that is alive ends a statement by itself; this is for its word to arrive. */
const ANSWER_MARGIN_MS = 1_000;

/**
 * Keeps a connection that breaks while it is in use from taking the process with it, and breaks one whose
 * server is silent for longer than `statementTimeoutMs` (0: never), so that nobody waits for it for ever.
 */
export function surviveBreaks(pool: Pool, statementTimeoutMs: number): void {
  // The pool listens to idle connections only, and an error event that nobody hears ends the process. The
  // statement under way, or the next one, is told of the break.
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
