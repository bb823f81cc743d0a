import { Kysely } from 'kysely';
import { Client, type ClientConfig, Pool } from 'pg';
import { handleBrokenConnections } from './hosts/broken-connections.ts';
import { createFailoverClient } from './hosts/failover-client.ts';
import { HostFinder } from './hosts/host-finder.ts';
import { parseHostList } from './hosts/host-list.ts';
import type { DB } from './tables.ts';
import { ConnectionSemaphore } from './wire/connection-semaphore.ts';
import { NamedClient } from './wire/named-client.ts';
import { PipelinedDialect } from './wire/pipelined-dialect.ts';
import { typeParsers } from './wire/type-parsers.ts';

/** Database handle: the pool, or one transaction on it. */
export type Db = Kysely<DB>;

export type ConnectionOptions = {
  /**
   * URL of the database. May list several servers: the pool then uses one that has the role in `target_session_attrs`,
   * by default one that accepts writes.
   */
  connectionString: string;
  poolSize: number;
  /** True to send queries as named prepared statements. */
  namedStatements: boolean;
  /** Maximum wait for a connection, new or pooled. 5 s by default. */
  connectTimeoutMs?: number;
  statementTimeoutMs: number;
  lockTimeoutMs: number;
  /**
   * Called when an idle connection breaks; the pool replaces it. When a connection in use breaks, its statement fails
   * instead.
   */
  onIdleError: (error: Error) => void;
};

/** Time to wait for a connection, by default. */
const CONNECT_TIMEOUT_MS = 5_000;
/** Fraction of the connect timeout for finding the primary; the rest is for connecting to it. */
const FIND_PRIMARY_FRACTION = 0.8;

export function createPool(options: ConnectionOptions): Pool {
  const { connectTimeoutMs = CONNECT_TIMEOUT_MS } = options;
  const pool = new Pool({
    ...toServerOptions(options, connectTimeoutMs * FIND_PRIMARY_FRACTION),
    max: options.poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    ...toStartupLimits(options),
    application_name: 'participant-gateway',
    types: typeParsers,
  });
  pool.on('error', options.onIdleError);
  handleBrokenConnections(pool, options.statementTimeoutMs);
  return pool;
}

type Limits = Pick<ConnectionOptions, 'statementTimeoutMs' | 'lockTimeoutMs'>;

/** Time limits for the startup packet; 0 means none. */
function toStartupLimits({ statementTimeoutMs, lockTimeoutMs }: Limits): ClientConfig {
  return {
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
  };
}

/**
 * Omits time limits from the startup packet of further connections, for a pooler that rejects them. The limits of the
 * role then apply.
 */
export function omitStartupLimits(pool: Pool): void {
  Object.assign(pool.options, toStartupLimits({ statementTimeoutMs: 0, lockTimeoutMs: 0 }));
}

/** Returns the URL of the pool and its client class, which finds the server when the URL lists several. */
function toServerOptions(
  { connectionString, namedStatements }: ConnectionOptions,
  waitMs: number,
): { connectionString: string; Client: typeof Client } {
  const Base = namedStatements ? NamedClient : Client;
  const list = parseHostList(connectionString);
  if (list === undefined) return { connectionString, Client: Base };
  const finder = new HostFinder({ ...list, waitMs });
  return { connectionString: list.urls[0] ?? '', Client: createFailoverClient(Base, finder) };
}

export function createDb(pool: Pool, semaphore?: ConnectionSemaphore): Db {
  return new Kysely<DB>({ dialect: new PipelinedDialect({ pool, semaphore }) });
}

/** Creates the semaphore that divides the connections of a process between services. */
export function createConnectionSemaphore({
  poolSize,
  connectTimeoutMs: waitMs = CONNECT_TIMEOUT_MS,
}: Pick<ConnectionOptions, 'poolSize' | 'connectTimeoutMs'>): ConnectionSemaphore {
  return new ConnectionSemaphore({ poolSize, waitMs });
}
