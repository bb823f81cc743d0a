import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Config } from '../config/config.ts';
import { AppError } from '../errors.ts';
import { headerValues, singleHeader } from '../http/headers.ts';
import {
  type HttpReply,
  JSON_TYPE,
  type PageHandler,
  pathOf,
  readBody,
  readChunks,
  requestIdOf,
  send,
} from '../http/reply.ts';
import type { FileHttpReply, StreamReply, StreamSender } from '../http/stream.ts';
import { hasLongList, writeJson, writeLongJson } from '../http/write-json.ts';
import { createRequestLog, type Logger } from '../log.ts';
import { handleRest } from '../rest-compat/handle.ts';
import { FAILURES, fail, type Reply } from '../rest-compat/respond.ts';
import { handleGraphql } from '../schema/serving/handle.ts';
import { createGraphqlHandler } from '../schema/serving/yoga.ts';
import { type Arrival, type CtxSources, openCtx } from './open-context.ts';
import { withRateLimit } from './rate-limit-headers.ts';

export type AppParts = CtxSources & {
  config: Config;
  streams: StreamSender;
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
type Answer = { route: string; reply: HttpReply | StreamReply | FileHttpReply };

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
  const answer = (exchange: Exchange): Promise<Answer> | Answer => {
    const page = parts.pages.get(exchange.path);
    if (page !== undefined) return answerPage(exchange, page);
    if (exchange.path === '/graphql') return answerGraphql(parts, exchange, executeGraphql);
    if (/^\/api\/v4(\/|$)/.test(exchange.path)) return answerRest(parts, exchange);
    return { route: 'unknown', reply: toHttp(fail(FAILURES.notFound)) };
  };
  const serving = { answer, streams: parts.streams, log };
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

type Serving = Pick<AppParts, 'streams' | 'log'> & {
  answer: (exchange: Exchange) => Promise<Answer> | Answer;
};

/** A stream is logged when it is over. */
async function serve(exchange: Exchange, { answer, streams, log }: Serving): Promise<void> {
  const { request, response, requestId } = exchange;
  const startedAt = performance.now();
  try {
    const { route, reply } = await answer(exchange);
    const whole = withRequestId(withRateLimit(reply, exchange.spending), exchange);
    if ('chunks' in whole) await streams.send(response, whole);
    else if ('bytes' in whole) await streams.sendFile(response, whole);
    else send(response, whole);
    const durationMs = Math.round(performance.now() - startedAt);
    const { method } = request;
    log.info({ requestId, method, route, status: reply.status, durationMs }, 'request');
  } catch (error) {
    exchange.log.error({ err: error }, 'a request could not be answered');
    if (response.headersSent) response.destroy();
    else send(response, withRequestId(toHttp(fail(FAILURES.serverError)), exchange));
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
    : toHttp(fail(FAILURES.methodNotAllowed, { allow: 'GET, HEAD' }));
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
      readBody: () => readBody(request, parts.config.bodyBytesMax),
      onFault: (error) => log.error({ err: error }, 'a GraphQL request failed'),
    },
    execute,
  );
  return { route: '/graphql', reply };
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
      read: (bytesMax) => readBody(request, bytesMax),
      bytes: () => readChunks(request),
    },
    bodyBytesMax: parts.config.bodyBytesMax,
    header: (name) => singleHeader(request, name),
    onFault: (error) => log.error({ err: error }, 'a v4 request failed'),
  });
  return { route, reply: 'bytes' in reply ? reply : await toRestHttp(parts, exchange, reply) };
}

/** What is too large to be sent is refused as what is too large to be read. */
async function toRestHttp(
  { config }: AppParts,
  { serviceId = 0 }: Exchange,
  reply: Reply,
): Promise<HttpReply> {
  try {
    const rules = { bytesMax: config.restAnswerBytesMax, serviceId };
    const isLong = hasLongList(reply.body);
    const body = isLong ? await writeLongJson(reply.body, rules) : writeJson(reply.body, rules);
    return toReply(reply, body);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return toHttp(fail(FAILURES.payloadTooLarge));
  }
}

function toHttp(reply: Reply): HttpReply {
  return toReply(reply, JSON.stringify(reply.body));
}

function toReply({ status, headers }: Reply, body: HttpReply['body']): HttpReply {
  return { status, headers: { 'content-type': JSON_TYPE, ...headers }, body };
}
