import { PassThrough } from 'node:stream';
import { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { openReplica } from '../../../src/cli/database/open-replica.ts';
import { startProcessTelemetry } from '../../../src/cli/process/start-process-telemetry.ts';
import { type Config, loadConfig } from '../../../src/config/config.ts';
import {
  createConnectionSemaphore,
  createDb,
  createPool,
  type Db,
} from '../../../src/db/client.ts';
import type { DB } from '../../../src/db/tables.ts';
import type { ConnectionSemaphore } from '../../../src/db/wire/connection-semaphore.ts';
import { PipelinedDialect } from '../../../src/db/wire/pipelined-dialect.ts';
import { createLogger } from '../../../src/log.ts';
import { currentWorkScope } from '../../../src/runtime/work-scope.ts';
import { startServer } from '../../../src/server/start-server.ts';
import { findTestDb } from '../database/database.ts';
import { servedUrlOf } from '../database/served-url.ts';
import { CONNECT_TIMEOUT_MS, createTestPool } from '../database/test-pool.ts';
import { isCached } from '../probes/cached-statements.ts';
import {
  createTestService,
  createTestTokens,
  TEST_SIGNING_KEY,
  type TestService,
  TOKEN_OPTIONS,
} from './callers.ts';
import { nameFileFolder } from './file-env.ts';

export type OpenGateway = {
  url: string;
  config: Config;
  /** Connection pool of the gateway. */
  pool: Pool;
  served: Db;
  /** Database handle of the test, which sees all rows. */
  db: Db;
  service: TestService;
  /** Folder of its files, unless the environment sets another. */
  filesFolder: string;
  /**
   * SQL of the statements sent so far for requests: those of jobs, probes and background rounds are left out, whenever
   * they run. Authentication and rate limits are left out too, because their results are cached for a time. Empty it
   * with `length = 0`.
   */
  statements: string[];
  /** Awaited after each statement, before the next one is sent on the same connection. */
  afterStatement: { run: (statement: string) => Promise<void> };
  /** Returns all log lines so far. */
  logs: () => string;
  request: (method: string, path: string, body?: unknown) => Promise<JsonReply>;
  graphql: (query: string, variables?: object) => Promise<JsonReply>;
  /** URL of its metrics; undefined unless METRICS_PORT is set. */
  metricsUrl: string | undefined;
  /** Drains the server only, which still responds for this time. */
  drain: (delayMs?: number) => Promise<void>;
  /** Closes everything. May be called after drain(). */
  close: () => Promise<void>;
};
export type JsonReply = { status: number; headers: Headers; body: unknown };

/** Headers that GraphiQL is prefilled with in demo mode. */
export type DemoHeaders = () => Promise<Record<string, string>>;

/**
 * Starts a gateway with the pool and settings of the product on any database URL, with one service. Every gateway in
 * the process of a test is started here; `startServe` starts one in another process. Connects as a role to which
 * row-level security applies, unless the environment sets DATABASE_URL.
 */
export async function openGateway(
  databaseUrl: string,
  env: Record<string, string> = {},
  demoHeaders?: DemoHeaders,
): Promise<OpenGateway> {
  const { issuer, audience } = TOKEN_OPTIONS;
  const files = nameFileFolder();
  const tokens = {
    TOKEN_SIGNING_KEY: TEST_SIGNING_KEY,
    TOKEN_ISSUER: issuer,
    TOKEN_AUDIENCE: audience,
  };
  // Tests of webhooks enable sending; in other tests, no background work changes anything.
  const webhooks = { WEBHOOK_JOBS_MAX: '0' };
  const servedUrl = env['DATABASE_URL'] ?? servedUrlOf(databaseUrl);
  // On a busy machine, a connection may take longer than the default of 5 seconds.
  const quick = {
    PORT: '0',
    WARM_UP_MS: '0',
    CONNECT_TIMEOUT_MS: `${CONNECT_TIMEOUT_MS}`,
    DATABASE_URL: servedUrl,
  };
  const config = loadConfig({ ...quick, ...tokens, ...files.env, ...webhooks, ...env });
  const { pool, turns, served, ...database } = openDatabase(servedUrl, config);
  const shared = findTestDb(databaseUrl);
  const db = shared ?? createDb(createTestPool(databaseUrl));
  const { output, read } = collectLines();
  const log = createLogger('info', output);
  const { replica, close: closeReplica } = openReplica(config, served, log);
  const telemetry = await startProcessTelemetry(config, {
    database: { db: served, pool, semaphore: turns },
    log,
  });
  const parts = {
    config,
    db: served,
    replica,
    log,
    telemetry,
    ...(demoHeaders && { demoHeaders }),
  };
  const server = await startServer(parts);
  const service = await createTestService(db, await createTestTokens(db));
  let drained: Promise<void> | undefined;
  const drain = async (delayMs = 0): Promise<void> => await (drained ??= server.close(delayMs));
  const request = createRequest(server.url, service);
  return {
    url: server.url,
    config,
    pool,
    served,
    db,
    ...database,
    service,
    filesFolder: files.path,
    logs: read,
    request,
    graphql: async (query, variables = {}) =>
      await request('POST', '/graphql', { query, variables }),
    metricsUrl: telemetry?.metricsUrl,
    drain,
    close: async () => {
      await drain();
      await telemetry?.close();
      await closeReplica();
      await served.destroy();
      if (shared === undefined) await db.destroy();
      await files.remove();
    },
  };
}

/** Creates the pool of the product, which records its statements. */
function openDatabase(
  connectionString: string,
  config: Config,
): Pick<OpenGateway, 'pool' | 'statements' | 'afterStatement'> & {
  turns: ConnectionSemaphore;
  served: Db;
} {
  const pool = createPool({ ...config.database, connectionString, onIdleError: ignore });
  const statements: string[] = [];
  const afterStatement: OpenGateway['afterStatement'] = {
    run: async () => await Promise.resolve(),
  };
  const turns = createConnectionSemaphore(config.database);
  const served = new Kysely<DB>({
    dialect: new PipelinedDialect({ pool, semaphore: turns }),
    log: async ({ query }) => {
      if (currentWorkScope()?.isRequest === true && !isCached(query.sql))
        statements.push(query.sql);
      await afterStatement.run(query.sql);
    },
  });
  return { pool, served, turns, statements, afterStatement };
}

/** Ignores broken idle connections: dropping the database breaks them. */
function ignore(): void {}

function collectLines(): { output: PassThrough; read: () => string } {
  let lines = '';
  const output = new PassThrough();
  output.on('data', (chunk: Buffer) => {
    lines += chunk.toString();
  });
  return { output, read: () => lines };
}

function createRequest(url: string, service: TestService): OpenGateway['request'] {
  return async (method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...service.headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { status, headers } = response;
    return { status, headers, body: await response.json() };
  };
}
