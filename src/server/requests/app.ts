import type { RequestListener } from 'node:http';
import type { Config } from '../../config/config.ts';
import { AppError } from '../../errors.ts';
import { type Cors, createCors } from '../../http/cors.ts';
import { headerValues, singleHeader } from '../../http/headers.ts';
import { checkJsonBody } from '../../http/json-body.ts';
import { type PageHandler, send } from '../../http/reply.ts';
import { discardRest } from '../../http/request-body.ts';
import { withoutBody } from '../../http/without-body.ts';
import type { Logger } from '../../log.ts';
import { handleRest } from '../../rest-compat/handle.ts';
import { recorded } from '../../runtime/work-scope.ts';
import type { FairTurns } from '../../scheduling/fair-semaphore.ts';
import type { ByteRoom } from '../../scheduling/memory-budget.ts';
import type { GraphqlHandler } from '../../schema/serving/graphql-reply.ts';
import { handleGraphql } from '../../schema/serving/handle.ts';
import { createGraphqlHandler } from '../../schema/serving/yoga.ts';
import { refusalReply } from '../http-server/refusals.ts';
import type { Permits } from '../open-rooms.ts';
import { createWatchdog, type Watchdog, type Watched } from '../watchdog.ts';
import { logRequest, logStream } from './access-log.ts';
import { type CtxSources, openCtx } from './open-context.ts';
import { type Exchange, openExchange } from './open-request.ts';
import { placesOf } from './places-of.ts';
import { withRateLimit } from './rate-limit-headers.ts';
import { contentOf, readInTurn, serviceOf } from './request-content.ts';
import { type AnyReply, type Senders, sendReply } from './send-reply.ts';
import { writeRest } from './write-rest.ts';

export type AppParts = CtxSources &
  Senders & {
    config: Config;
    /** For long bodies. */
    bodyRoom: ByteRoom;
    permits: Permits;
    log: Logger;
    /** True for the requests of the warm-up. */
    isRehearsal?: boolean;
    /** Everything that is served without a caller, by path: pages, descriptions, health. */
    pages: ReadonlyMap<string, PageHandler>;
  };

/** Response, and the name of its route for the log, never a path as sent. */
type Answer = { route: string; reply: AnyReply };

/** The listener of the HTTP server: every request is answered and logged once. */
export function createApp(parts: AppParts): RequestListener {
  const { config, log, permits } = parts;
  const executeGraphql = createGraphqlHandler({
    endpoint: '/graphql',
    limits: config.document,
    permits: permits.graph,
    hasFastLane: config.hasFastLane,
    log,
  });
  const watchdog = createWatchdog({ timeoutMs: config.requestTimeoutMs });
  const cors = createCors(config.corsOrigins);
  const answer = (exchange: Exchange): Promise<Answer> | Answer => {
    const preflight = cors?.preflight(exchange.request);
    if (preflight !== undefined) return { route: 'preflight', reply: preflight };
    const page = parts.pages.get(exchange.path) ?? parts.pages.get(withoutSlash(exchange.path));
    if (page !== undefined) return answerPage(exchange, page);
    if (withoutSlash(exchange.path) === '/graphql')
      return answerGraphql(parts, exchange, { execute: executeGraphql, watchdog });
    if (/^\/api\/v4(\/|$)/.test(exchange.path))
      return answerRest(parts, exchange, { restTurns: permits.rest, watchdog });
    return { route: 'unknown', reply: refusalReply('notFound') };
  };
  const opening = { log, waitMs: config.heavy.waitMs, isRehearsal: parts.isRehearsal };
  const serving = { answer, cors, senders: parts, log };
  return (request, response) => {
    const exchange = openExchange(opening, request, response);
    void recorded(exchange.record, () => serve(exchange, serving));
  };
}

/** One slash at the end is forgiven. */
function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

type Serving = Pick<AppParts, 'log'> & {
  senders: Senders;
  answer: (exchange: Exchange) => Promise<Answer> | Answer;
  cors: Cors | undefined;
};

/** A stream is logged when it is over. */
async function serve(exchange: Exchange, serving: Serving): Promise<void> {
  const { answer, cors, senders, log } = serving;
  const { request, response } = exchange;
  const startedAt = performance.now();
  const answered = { route: 'unknown', status: 500, bytes: 0, startedAt };
  try {
    const { route, reply } = await answer(exchange);
    Object.assign(answered, { route, status: reply.status });
    if ('chunks' in reply) logStream(log, exchange, route);
    const counted = withRequestId(withRateLimit(reply, exchange.spending), exchange);
    const whole = cors === undefined ? counted : cors.allow(counted, request);
    const bytes = await sendReply(exchange, whole, senders);
    // The response to HEAD states the length of the body and has none.
    if (request.method !== 'HEAD') answered.bytes = bytes;
  } catch (error) {
    exchange.log.error({ err: error }, 'a request could not be answered');
    exchange.record.note('server_error');
    if (response.headersSent) response.destroy();
    else answered.bytes = send(response, withRequestId(refusalReply('serverError'), exchange));
    discardRest(request, serviceOf(exchange));
  } finally {
    exchange.client?.close();
    exchange.rows?.release();
    exchange.body?.release();
  }
  logRequest(log, exchange, answered);
}

function toWatched({ request, record, log }: Exchange): Watched {
  return {
    isReceiving: () => !request.complete && !request.destroyed,
    onTimeout: () => record.note('timed_out'),
    onLateFailure: (error) => {
      if (!(error instanceof AppError))
        log.error({ err: error }, 'a request failed after it was ended');
    },
  };
}

/** Adds the request id to the headers. Setting it on the response would make Node process every header twice. */
function withRequestId<T extends { headers?: Record<string, string> }>(
  reply: T,
  { requestId }: Exchange,
): T & { headers: Record<string, string> } {
  return { ...reply, headers: { ...reply.headers, 'x-request-id': requestId } };
}

const OPTIONS_OF_PAGES = withoutBody(204, { allow: 'GET, HEAD, OPTIONS' });

async function answerPage({ request }: Exchange, page: PageHandler): Promise<Answer> {
  if (request.method === 'OPTIONS') return { route: 'page', reply: OPTIONS_OF_PAGES };
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const { host, 'accept-encoding': encodings } = request.headers;
  const acceptEncoding = typeof encodings === 'string' ? encodings : undefined;
  const reply = isRead
    ? await page({ host, acceptEncoding })
    : refusalReply('methodNotAllowed', OPTIONS_OF_PAGES.headers);
  return { route: 'page', reply };
}

async function answerGraphql(
  parts: AppParts,
  exchange: Exchange,
  { execute, watchdog }: { execute: GraphqlHandler; watchdog: Watchdog },
): Promise<Answer> {
  const { request, log, record } = exchange;
  // Without a token only the API key is verified, which is enough for issueAccessToken.
  const hasToken = headerValues(request, 'authorization') !== undefined;
  const reply = await handleGraphql(
    {
      method: request.method ?? '',
      contentType: request.headers['content-type'],
      accept: request.headers.accept,
      authenticate: () =>
        openCtx(parts, exchange, { kind: hasToken ? 'user' : 'key', budget: 'cost' }),
      readBody: async () =>
        checkJsonBody(await readInTurn(exchange, parts, parts.config.bodyBytesMax)),
      withinTimeout: (work, discard) => watchdog.guard(toWatched(exchange), work, discard),
      onFault: (error) => log.error({ err: error }, 'a GraphQL request failed'),
      onRefusal: (code) => record.note(code),
    },
    execute,
  );
  return { route: '/graphql', reply };
}

async function answerRest(
  parts: AppParts,
  exchange: Exchange,
  { restTurns, watchdog }: { restTurns: FairTurns; watchdog: Watchdog },
): Promise<Answer> {
  const { request, log, record } = exchange;
  const { route, outcome, reply } = await handleRest({
    method: request.method ?? '',
    path: exchange.path,
    query: exchange.query,
    authenticate: (kind, token) => openCtx(parts, exchange, { kind, token, budget: 'requests' }),
    content: contentOf(exchange, parts),
    bodyBytesMax: parts.config.bodyBytesMax,
    header: (name) => singleHeader(request, name),
    onOperation: (known) => record.operate(known),
    withinTimeout: (work, discard) => watchdog.guard(toWatched(exchange), work, discard),
    onFault: (error) => log.error({ err: error }, 'a v4 request failed'),
    onRefusal: (issues) => log.warn({ issues: placesOf(issues) }, 'a v4 request was refused'),
  });
  if (outcome !== undefined) record.note(outcome);
  if ('bytes' in reply) return { route, reply };
  return { route, reply: await writeRest(parts.config, exchange, { reply, restTurns }) };
}
