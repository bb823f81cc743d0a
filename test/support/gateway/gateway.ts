import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Db } from '../../../src/db/client.ts';
import { readReply } from '../clients/read-reply.ts';
import { addDemoLists, prepareDemoLists } from '../data/demo-lists.ts';
import { useDatabase } from '../database/database.ts';
import { createTestService, createTestTokens, type TestService } from './callers.ts';
import { type OpenGateway, openGateway } from './open-gateway.ts';

export type Reply = { status: number; headers: Headers; body: unknown };
type CallerHeaders = Record<string, string>;

/** Gateway on the database of a test file, with one service and its user. */
export type Gateway = {
  readonly url: string;
  readonly databaseUrl: string;
  readonly db: Db;
  readonly service: TestService;
  /** Folder of its files, unless the environment sets another. */
  readonly filesFolder: string;
  /** SQL of the statements sent so far for requests, as openGateway records it. Empty it with `length = 0`. */
  readonly statements: string[];
  /** All log lines so far. */
  readonly logs: string;
  /** Sends a request. A body that is not text is sent as JSON. Of a stream, returns the first result. */
  request(method: string, path: string, options?: RequestOptions): Promise<Reply>;
  graphql(query: string, variables?: object, headers?: CallerHeaders): Promise<Reply>;
};
export type RequestOptions = { body?: unknown; headers?: CallerHeaders };

type GatewayOptions = {
  /** True to create a new service before each test: its ids start at 1, and no other test has written rows of it. */
  isServicePerTest?: boolean;
  /** True to load the lists of the demo into the database. */
  hasDemoLists?: boolean;
};

/** Starts the gateway of a test file on its own database: `const gateway = useGateway();` at the top. */
export function useGateway(
  env: Record<string, string> = {},
  { isServicePerTest = false, hasDemoLists = false }: GatewayOptions = {},
): Gateway {
  const database = useDatabase(hasDemoLists ? prepareDemoLists : undefined);
  let made: OpenGateway | undefined;
  beforeAll(async () => {
    // Loads nothing into a copy of a database that has them.
    if (hasDemoLists) await addDemoLists(database.url);
    made = await openGateway(database.url, env);
  });
  if (isServicePerTest)
    beforeEach(async () => {
      const { db } = database;
      get(made).service = await createTestService(db, await createTestTokens(db));
    });
  afterAll(async () => {
    await made?.close();
  });

  const request: Gateway['request'] = async (method, path, options = {}) => {
    const { url, service } = get(made);
    const { body, headers = service.headers } = options;
    const response = await fetch(`${url}${path}`, {
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
      return get(made).url;
    },
    get databaseUrl() {
      return database.url;
    },
    get db() {
      return database.db;
    },
    get service() {
      return get(made).service;
    },
    get filesFolder() {
      return get(made).filesFolder;
    },
    get statements() {
      return get(made).statements;
    },
    get logs() {
      return get(made).logs();
    },
    request,
    graphql: async (query, variables = {}, headers = get(made).service.headers) =>
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
