import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Config } from '../config/config.ts';
import type { InputIssue } from '../errors.ts';
import { type Cors, createCors } from '../http/cors.ts';
import { headerValues, singleHeader } from '../http/headers.ts';
import { checkJsonBody } from '../http/json-body.ts';
import {
  type PageHandler,
  pathOf,
  readBodyInTurn,
  readChunks,
  requestIdOf,
  send,
} from '../http/reply.ts';
import { createRequestLog, type Logger } from '../log.ts';
import { handleRest } from '../rest-compat/handle.ts';
import { handleGraphql } from '../schema/serving/handle.ts';
import { createGraphqlHandler } from '../schema/serving/yoga.ts';
import { type Arrival, type CtxSources, openCtx } from './open-context.ts';
import { withRateLimit } from './rate-limit-headers.ts';
import { refusalReply } from './refusals.ts';
import { toRestReply } from './rest-reply.ts';
import { type AnyReply, NOBODY, type Senders, sendReply } from './send-reply.ts';

export type AppParts = CtxSources &
  Senders & {
    config: Config;
    log: Logger;
    /** Everything that is served without a caller, by path: pages, descriptions, health. */
    pages: ReadonlyMap<string, PageHandler>;
  };

/** One request on its way. `query` is without its question mark; both are as they were sent. */
type Exchange = Arrival & {
  response: ServerResponse;
  path: string;
  query: string;
};

/** What is answered, and the name of the route for the log: never a path as it was sent. */
type Answer = { route: string; reply: AnyReply };

/** The listener of the HTTP server: every request is answered and logged once. */
export function createApp(parts: AppParts): RequestListener {
  const { config, log } = parts;
  const executeGraphql = createGraphqlHandler({
    endpoint: '/graphql',
    limits: config.document,
    heavy: config.heavy,
    hasFastLane: config.hasFastLane,
    log,
  });
  const cors = createCors(config.corsOrigins);
  const answer = (exchange: Exchange): Promise<Answer> | Answer => {
    const preflight = cors?.preflight(exchange.request);
    if (preflight !== undefined) return { route: 'preflight', reply: preflight };
    const page = parts.pages.get(exchange.path);
    if (page !== undefined) return answerPage(exchange, page);
    if (exchange.path === '/graphql') return answerGraphql(parts, exchange, executeGraphql);
    if (/^\/api\/v4(\/|$)/.test(exchange.path)) return answerRest(parts, exchange);
    return { route: 'unknown', reply: refusalReply('notFound') };
  };
  const serving = { answer, cors, senders: parts, log };
  return (request, response) => {
    const exchange = openExchange(parts, request, response);
    void serve(exchange, serving);
  };
}

function openExchange(
  parts: AppParts,
  request: IncomingMessage,
  response: ServerResponse,
): Exchange {
  const requestId = requestIdOf(request);
  const target = pathOf(request);
  const queryAt = target.indexOf('?');
  return {
    request,
    response,
    path: queryAt < 0 ? target : target.slice(0, queryAt),
    query: queryAt < 0 ? '' : target.slice(queryAt + 1),
    requestId,
    log: createRequestLog(parts.log, requestId),
  };
}

type Serving = Pick<AppParts, 'log'> & {
  senders: Senders;
  answer: (exchange: Exchange) => Promise<Answer> | Answer;
  cors: Cors | undefined;
};

/** A stream is logged when it is over. */
async function serve(exchange: Exchange, serving: Serving): Promise<void> {
  const { answer, cors, senders, log } = serving;
  const { request, response, requestId } = exchange;
  const startedAt = performance.now();
  try {
    const { route, reply } = await answer(exchange);
    const counted = withRequestId(withRateLimit(reply, exchange.spending), exchange);
    const whole = cors === undefined ? counted : cors.allow(counted, request);
    await sendReply(exchange, whole, senders);
    const durationMs = Math.round(performance.now() - startedAt);
    const { method } = request;
    log.info({ requestId, method, route, status: reply.status, durationMs }, 'request');
  } catch (error) {
    exchange.log.error({ err: error }, 'a request could not be answered');
    if (response.headersSent) response.destroy();
    else send(response, withRequestId(refusalReply('serverError'), exchange));
  } finally {
    exchange.client?.close();
  }
}

/** Not set on the response beforehand: Node then looks at every header twice. */
function withRequestId<T extends { headers?: Record<string, string> }>(
  reply: T,
  { requestId }: Exchange,
): T & { headers: Record<string, string> } {
  return { ...reply, headers: { ...reply.headers, 'x-request-id': requestId } };
}

async function answerPage({ request }: Exchange, page: PageHandler): Promise<Answer> {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const { host, 'accept-encoding': encodings } = request.headers;
  const acceptEncoding = typeof encodings === 'string' ? encodings : undefined;
  const reply = isRead
    ? await page({ host, acceptEncoding })
    : refusalReply('methodNotAllowed', { allow: 'GET, HEAD' });
  return { route: 'page', reply };
}

async function answerGraphql(
  parts: AppParts,
  exchange: Exchange,
  execute: ReturnType<typeof createGraphqlHandler>,
): Promise<Answer> {
  const { request, log } = exchange;
  // Without a token the API key alone is looked at: enough for the mutation that gives out tokens.
  const hasToken = headerValues(request, 'authorization') !== undefined;
  const reply = await handleGraphql(
    {
      method: request.method ?? '',
      contentType: request.headers['content-type'],
      accept: request.headers.accept,
      authenticate: () =>
        openCtx(parts, exchange, { kind: hasToken ? 'user' : 'key', budget: 'cost' }),
      readBody: async () => checkJsonBody(await readInTurn(exchange, parts.config.bodyBytesMax)),
      onFault: (error) => log.error({ err: error }, 'a GraphQL request failed'),
    },
    execute,
  );
  return { route: '/graphql', reply };
}

async function readInTurn(
  { request, serviceId = NOBODY }: Exchange,
  bytesMax: number,
): Promise<Buffer<ArrayBuffer>> {
  return await readBodyInTurn(request, { bytesMax, serviceId });
}

async function answerRest(parts: AppParts, exchange: Exchange): Promise<Answer> {
  const { request, log } = exchange;
  const { route, reply } = await handleRest({
    method: request.method ?? '',
    path: exchange.path,
    query: exchange.query,
    authenticate: (kind, token) => openCtx(parts, exchange, { kind, token, budget: 'requests' }),
    content: {
      type: request.headers['content-type'] ?? '',
      read: async (bytesMax) => await readInTurn(exchange, bytesMax),
      bytes: () => readChunks(request),
    },
    bodyBytesMax: parts.config.bodyBytesMax,
    header: (name) => singleHeader(request, name),
    onFault: (error) => log.error({ err: error }, 'a v4 request failed'),
    onRefusal: (issues) => log.warn({ issues: placesOf(issues) }, 'a v4 request was refused'),
  });
  if ('bytes' in reply) return { route, reply };
  const rules = {
    bytesMax: parts.config.restAnswerBytesMax,
    serviceId: exchange.serviceId ?? NOBODY,
  };
  return { route, reply: await toRestReply(reply, rules) };
}

/** A member that is not known is the caller's own text, and its name may be anything. */
function placesOf(issues: readonly InputIssue[]): { path: string; code: string }[] {
  return issues.slice(0, LOGGED_ISSUES_MAX).map(({ path, code }) => {
    const known = code === 'unknown_field' ? [...path.slice(0, -1), '?'] : path;
    return { path: known.join('.'), code };
  });
}

const LOGGED_ISSUES_MAX = 10;
