import type { TokenIssuer } from '../auth/tokens.ts';
import type { Db } from '../db/client.ts';
import type { DemoHeaders } from '../http/demo-headers.ts';
import { type HttpReply, JSON_TYPE, type PageHandler } from '../http/reply.ts';
import { createDocsRoutes } from '../rest-compat/docs/docs-page.ts';
import { describeApi } from '../rest-compat/docs/openapi.ts';
import { createGraphiqlRoutes } from '../schema/graphiql/pages.ts';
import { createReportKeysPage } from './verify-page/report-keys-page.ts';
import { createVerifyRoutes, REPORT_KEYS_PATH } from './verify-page/verify-page.ts';

export type PagesParts = {
  db: Db;
  tokens: TokenIssuer;
  /** Returns the code of the reason why the process is not ready. Undefined when it is ready. */
  findUnreadyReason: () => Promise<string | undefined>;
  demoHeaders: DemoHeaders;
};

/** OpenAPI document, cached for all servers of the process: generating it takes 50 to 200 ms. */
let openApi: string | undefined;

/** Creates the handlers of resources without authentication, by path. */
export function createPages({
  db,
  tokens,
  findUnreadyReason,
  demoHeaders,
}: PagesParts): ReadonlyMap<string, PageHandler> {
  openApi ??= JSON.stringify(describeApi());
  const body = openApi;
  return new Map<string, PageHandler>([
    ['/', async () => await Promise.resolve(toJsonReply(200, ENTRY_PAGE))],
    ['/health/live', async () => await Promise.resolve(toJsonReply(200, { status: 'live' }))],
    ['/health/ready', async () => toReadinessReply(await findUnreadyReason())],
    ['/.well-known/jwks.json', async () => await Promise.resolve(toJsonReply(200, tokens.jwks()))],
    [REPORT_KEYS_PATH, createReportKeysPage({ db, currentKeys: () => tokens.jwks().keys })],
    [
      '/api/v4/openapi.json',
      async () =>
        await Promise.resolve({
          status: 200,
          headers: { 'content-type': JSON_TYPE },
          body,
        }),
    ],
    ...createVerifyRoutes(),
    ...createDocsRoutes(demoHeaders),
    ...createGraphiqlRoutes({ endpoint: '/graphql', demoHeaders }),
  ]);
}

function toReadinessReply(reason: string | undefined): HttpReply {
  return reason === undefined
    ? toJsonReply(200, { status: 'ready' })
    : toJsonReply(503, { status: 'unavailable', reason });
}

/** Entry page with the paths of the interfaces, the same for every caller. */
const ENTRY_PAGE = {
  name: 'Participant Gateway',
  graphql: '/graphql',
  graphiql: '/graphiql',
  rest: '/api/v4',
  documentation: '/api/v4/docs',
  openapi: '/api/v4/openapi.json',
  health: ['/health/live', '/health/ready'],
  keys: '/.well-known/jwks.json',
  verify: '/verify',
  reportKeys: '/.well-known/report-keys.json',
};

function toJsonReply(status: number, body: object): HttpReply {
  return { status, headers: { 'content-type': JSON_TYPE }, body: JSON.stringify(body) };
}
