import { PassThrough } from 'node:stream';
import { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { loadConfig } from '../../src/config/config.ts';
import { createPool, type Db } from '../../src/db/client.ts';
import type { DB } from '../../src/db/tables.ts';
import { PipelinedDialect } from '../../src/db/wire/pipelined-dialect.ts';
import { createLogger } from '../../src/log.ts';
import { startServer } from '../../src/server/start-server.ts';
import { createTestService, createTestTokens, type TestService } from './callers.ts';
import { nameFileFolder } from './file-env.ts';
import { isOfRequest } from './of-request.ts';

export type OpenGateway = {
  url: string;
  pool: Pool;
  db: Db;
  service: TestService;
  /** The SQL of every statement sent so far; empty it with `length = 0`. */
  statements: string[];
  /** Is awaited after each statement, before the next one is sent on the same connection. */
  afterStatement: { run: (statement: string) => Promise<void> };
  logs: () => string;
  request: (method: string, path: string, body?: unknown) => Promise<JsonReply>;
  graphql: (query: string, variables?: object) => Promise<JsonReply>;
  /** Drains the server alone. */
  drain: () => Promise<void>;
  /** Closes everything; may come after drain(). */
  close: () => Promise<void>;
};
export type JsonReply = { status: number; headers: Headers; body: unknown };

/** A real server with the product's own pool and settings, on any database URL, with one service. */
export async function openGateway(
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<OpenGateway> {
  const files = nameFileFolder();
  const config = loadConfig({
    PORT: '0',
    TOKEN_ISSUER: 'test-issuer',
    TOKEN_AUDIENCE: 'test-audience',
    ...files.env,
    ...env,
  });
  const pool = createPool({
    ...config.database,
    connectionString: databaseUrl,
    onIdleError: () => undefined,
  });
  const statements: string[] = [];
  const afterStatement: OpenGateway['afterStatement'] = {
    run: async () => await Promise.resolve(),
  };
  const db = new Kysely<DB>({
    dialect: new PipelinedDialect({ pool }),
    log: async ({ query }) => {
      if (isOfRequest(query.sql)) statements.push(query.sql);
      await afterStatement.run(query.sql);
    },
  });
  let logs = '';
  const output = new PassThrough();
  output.on('data', (chunk: Buffer) => {
    logs += chunk.toString();
  });
  const server = await startServer({ config, db, log: createLogger('info', output) });
  const service = await createTestService(db, await createTestTokens(db));
  let drained: Promise<void> | undefined;
  const drain = async (): Promise<void> => await (drained ??= server.close());
  const request: OpenGateway['request'] = async (method, path, body) => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...service.headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { status, headers } = response;
    return { status, headers, body: await response.json() };
  };
  return {
    url: server.url,
    pool,
    db,
    service,
    statements,
    afterStatement,
    logs: () => logs,
    request,
    graphql: async (query, variables = {}) =>
      await request('POST', '/graphql', { query, variables }),
    drain,
    close: async () => {
      await drain();
      await db.destroy();
      await files.remove();
    },
  };
}
