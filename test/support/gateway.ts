import { PassThrough } from 'node:stream';
import { Kysely } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import type { Db } from '../../src/db/client.ts';
import type { DB } from '../../src/db/tables.ts';
import { PipelinedDialect } from '../../src/db/wire/pipelined-dialect.ts';
import { createLogger } from '../../src/log.ts';
import { type RunningServer, startServer } from '../../src/server/start-server.ts';
import { createTestService, createTestTokens, type TestService } from './callers.ts';
import { useDatabase } from './database.ts';
import { nameFileFolder } from './file-env.ts';
import { isOfRequest } from './of-request.ts';
import { readReply } from './read-reply.ts';

export type Reply = { status: number; headers: Headers; body: unknown };
type CallerHeaders = Record<string, string>;

/** The real server on the real database of one test file, with one service and its user. */
export type Gateway = {
  readonly url: string;
  readonly db: Db;
  readonly service: TestService;
  /** Where its files are kept, unless the environment says otherwise. */
  readonly filesFolder: string;
  /**
   * The SQL of every statement sent so far but the caller's authentication, which is remembered for a while and
   * so comes or not as the machine is quick or slow; empty it with `length = 0`.
   */
  readonly statements: string[];
  /** Every line logged so far. */
  readonly logs: string;
  /** A request as a client would send it; a body that is not text is sent as JSON. Of a stream it answers the first result. */
  request(method: string, path: string, options?: RequestOptions): Promise<Reply>;
  graphql(query: string, variables?: object, headers?: CallerHeaders): Promise<Reply>;
};
export type RequestOptions = { body?: unknown; headers?: CallerHeaders };

export function useGateway(env: Record<string, string> = {}): Gateway {
  const database = useDatabase();
  let server: RunningServer | undefined;
  let service: TestService | undefined;
  const statements: string[] = [];
  const files = nameFileFolder();
  let logs = '';
  const output = new PassThrough();
  output.on('data', (chunk: Buffer) => {
    logs += chunk.toString();
  });

  beforeAll(async () => {
    const dialect = new PipelinedDialect({ pool: database.pool });
    const db = new Kysely<DB>({
      dialect,
      log: ({ query }) => {
        if (isOfRequest(query.sql)) statements.push(query.sql);
      },
    });
    const config = loadConfig({
      PORT: '0',
      TOKEN_ISSUER: 'test-issuer',
      TOKEN_AUDIENCE: 'test-audience',
      ...files.env,
      ...env,
    });
    server = await startServer({ config, db, log: createLogger('info', output) });
    service = await createTestService(db, await createTestTokens(db));
  });
  afterAll(async () => {
    await server?.close();
    await files.remove();
  });

  const request: Gateway['request'] = async (method, path, options = {}) => {
    const { body, headers = get(service).headers } = options;
    const response = await fetch(`${get(server).url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await readReply(response);
    return { status: response.status, headers: response.headers, body: parse(text) };
  };
  return {
    get url() {
      return get(server).url;
    },
    get db() {
      return database.db;
    },
    get service() {
      return get(service);
    },
    filesFolder: files.path,
    statements,
    get logs() {
      return logs;
    },
    request,
    graphql: async (query, variables = {}, headers = get(service).headers) =>
      await request('POST', '/graphql', { body: { query, variables }, headers }),
  };
}

function get<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The gateway runs inside hooks and tests only.');
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
