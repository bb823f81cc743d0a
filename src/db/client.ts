import { Kysely } from 'kysely';
import { Pool } from 'pg';
import type { DB } from './tables.ts';
import { surviveBreaks } from './wire/broken-connections.ts';
import { ConnectionTurns } from './wire/connection-turns.ts';
import { NamedClient } from './wire/named-client.ts';
import { PipelinedDialect } from './wire/pipelined-dialect.ts';
import { typeParsers } from './wire/type-parsers.ts';

/** A handle on the database: the pool, or one transaction on it. */
export type Db = Kysely<DB>;

export type ConnectionOptions = {
  connectionString: string;
  poolSize: number;
  namedStatements: boolean;
  /** How long to wait for a free connection, new or used; 5 s unless given. */
  connectTimeoutMs?: number;
  statementTimeoutMs: number;
  lockTimeoutMs: number;
  /** Called when an idle connection breaks; the pool replaces it. In use, its statement fails instead. */
  onIdleError: (error: Error) => void;
};

const CONNECT_TIMEOUT_MS = 5_000;

export function createPool(options: ConnectionOptions): Pool {
  const pool = new Pool({
    connectionString: options.connectionString,
    max: options.poolSize,
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: options.statementTimeoutMs,
    lock_timeout: options.lockTimeoutMs,
    idle_in_transaction_session_timeout: options.statementTimeoutMs,
    application_name: 'participant-gateway',
    types: typeParsers,
    ...(options.namedStatements ? { Client: NamedClient } : {}),
  });
  pool.on('error', options.onIdleError);
  surviveBreaks(pool, options.statementTimeoutMs);
  return pool;
}

export function createDb(pool: Pool, turns?: ConnectionTurns): Db {
  return new Kysely<DB>({ dialect: new PipelinedDialect({ pool, turns }) });
}

/** Turns at the connections of a process that serves many services. */
export function createConnectionTurns({
  poolSize,
  connectTimeoutMs: waitMs = CONNECT_TIMEOUT_MS,
}: Pick<ConnectionOptions, 'poolSize' | 'connectTimeoutMs'>): ConnectionTurns {
  return new ConnectionTurns({ poolSize, waitMs });
}
