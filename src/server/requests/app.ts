import type { RequestListener } from 'node:http';
import type { Config } from '../../config/config.ts';
import { AppError } from '../../errors.ts';
import { type Cors, createCors } from '../../http/cors.ts';
import { findHeaderValues, findSingleHeader } from '../../http/headers.ts';
import { checkJsonBody } from '../../http/json-body.ts';
import { type PageHandler, send } from '../../http/reply.ts';
import { drainBody } from '../../http/request-body.ts';
import { withoutBody } from '../../http/without-body.ts';
import type { Logger } from '../../log.ts';
import { handleRest } from '../../rest-compat/handle.ts';
import { runInWorkScope } from '../../runtime/work-scope.ts';
import type { FairSemaphore } from '../../scheduling/fair-semaphore.ts';
import type { MemoryBudget } from '../../scheduling/memory-budget.ts';
import type { GraphqlHandler } from '../../schema/serving/graphql-reply.ts';
import { handleGraphql } from '../../schema/serving/handle.ts';
import { createGraphqlHandler } from '../../schema/serving/yoga.ts';
import { toRefusalReply } from '../http-server/refusals.ts';
import type { Permits } from '../shared-limits.ts';
import { createWatchdog, type Watchdog, type WatchedRequest } from '../watchdog.ts';
import { logRequest, logStream } from './access-log.ts';
import { toLoggedIssues } from './logged-issues.ts';
import { type ContextSources, openRequestContext } from './open-context.ts';
import { type OpenRequest, openRequest } from './open-request.ts';
import { withRateLimit } from './rate-limit-headers.ts';
import { getServiceId, readWholeBody, toContent } from './request-content.ts';
import { type AnyReply, type Senders, sendReply } from './send-reply.ts';
import { writeRest } from './write-rest.ts';

export type AppParts = ContextSources &
  Senders & {
    config: Config;
    /** Memory budget of long request bodies. */
    bodyBudget: MemoryBudget;
    permits: Permits;
    log: Logger;
    /** True for the app that the warm-up calls. */
    isWarmUp?: boolean;
    /** Resources that need no authentication, by path: pages, API descriptions, health. */
    pages: ReadonlyMap<string, PageHandler>;
  };

/** Response with the name of its route for the log, which is never the path as it was sent. */
type RoutedReply = { route: string; reply: AnyReply };

/** Creates the request listener of the HTTP server; every request gets one response and one access log line. */
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
  const route = (incoming: OpenRequest): Promise<RoutedReply> | RoutedReply => {
    const preflight = cors?.findPreflightReply(incoming.request);
    if (preflight !== undefined) return { route: 'preflight', reply: preflight };
    const page = parts.pages.get(incoming.path) ?? parts.pages.get(withoutSlash(incoming.path));
    if (page !== undefined) return respondWithPage(incoming, page);
    if (withoutSlash(incoming.path) === '/graphql')
      return respondGraphql(parts, incoming, { execute: executeGraphql, watchdog });
    if (/^\/api\/v4(\/|$)/.test(incoming.path))
      return respondRest(parts, incoming, { restPermits: permits.rest, watchdog });
    return { route: 'unknown', reply: toRefusalReply('notFound') };
  };
  const options = { log, waitMs: config.heavy.waitMs, isWarmUp: parts.isWarmUp };
  const serveOptions = { respond: route, cors, senders: parts, log };
  return (request, response) => {
    const incoming = openRequest(options, request, response);
    void runInWorkScope(incoming.record, () => serve(incoming, serveOptions));
  };
}

/** Removes one trailing slash. */
function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

type ServeOptions = Pick<AppParts, 'log'> & {
  senders: Senders;
  respond: (exchange: OpenRequest) => Promise<RoutedReply> | RoutedReply;
  cors: Cors | undefined;
};

/** Responds to a request and logs it; a stream is logged when it ends. */
async function serve(incoming: OpenRequest, serving: ServeOptions): Promise<void> {
  const { respond, cors, senders, log } = serving;
  const { request, response } = incoming;
  const startedAt = performance.now();
  const logged = { route: 'unknown', status: 500, bytes: 0, startedAt };
  try {
    const { route, reply } = await respond(incoming);
    logged.route = route;
    logged.status = reply.status;
    if ('chunks' in reply) logStream(log, incoming, route);
    const limited = withRateLimit(reply, incoming.rateLimitAccount);
    const bytes = await sendReply(incoming, complete(limited, incoming, cors), senders);
    // A HEAD response declares the length of the body and sends none of it.
    if (request.method !== 'HEAD') logged.bytes = bytes;
  } catch (error) {
    incoming.log.error({ err: error }, 'a request could not be answered');
    incoming.record.noteOutcome('server_error');
    if (response.headersSent) response.destroy();
    else logged.bytes = send(response, complete(toRefusalReply('serverError'), incoming, cors));
    drainBody(request, getServiceId(incoming));
  } finally {
    incoming.client?.close();
    incoming.rowReservation?.release();
    incoming.bodyReservation?.release();
  }
  logRequest(log, incoming, logged);
}

function toWatched({ request, record, log }: OpenRequest): WatchedRequest {
  return {
    isReceiving: () => !request.complete && !request.destroyed,
    onTimeout: () => record.noteOutcome('timed_out'),
    onLateFailure: (error) => {
      if (!(error instanceof AppError))
        log.error({ err: error }, 'a request failed after it was ended');
    },
  };
}

/** Completes a reply with the request id and the CORS headers. `setHeader` would make Node process every header twice. */
function complete<T extends { headers?: Record<string, string> }>(
  reply: T,
  { request, requestId }: OpenRequest,
  cors: Cors | undefined,
): T & { headers: Record<string, string> } {
  const identified = { ...reply, headers: { ...reply.headers, 'x-request-id': requestId } };
  return cors === undefined ? identified : cors.addHeaders(identified, request);
}

const PAGE_OPTIONS_REPLY = withoutBody(204, { allow: 'GET, HEAD, OPTIONS' });

async function respondWithPage({ request }: OpenRequest, page: PageHandler): Promise<RoutedReply> {
  if (request.method === 'OPTIONS') return { route: 'page', reply: PAGE_OPTIONS_REPLY };
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const { host, 'accept-encoding': encodings } = request.headers;
  const acceptEncoding = typeof encodings === 'string' ? encodings : undefined;
  const reply = isRead
    ? await page({ host, acceptEncoding })
    : toRefusalReply('methodNotAllowed', PAGE_OPTIONS_REPLY.headers);
  return { route: 'page', reply };
}

async function respondGraphql(
  parts: AppParts,
  incoming: OpenRequest,
  { execute, watchdog }: { execute: GraphqlHandler; watchdog: Watchdog },
): Promise<RoutedReply> {
  const { request, log, record } = incoming;
  // Without a bearer token the API key alone is checked: enough for the mutation that issues tokens.
  const hasToken = findHeaderValues(request, 'authorization') !== undefined;
  const reply = await handleGraphql(
    {
      method: request.method ?? '',
      headers: request.headers,
      authenticate: () =>
        openRequestContext(parts, incoming, { kind: hasToken ? 'user' : 'key', limiter: 'cost' }),
      readBody: async () =>
        checkJsonBody(await readWholeBody(incoming, parts, parts.config.bodyBytesMax)),
      withinTimeout: (work, discard) => watchdog.guard(toWatched(incoming), work, discard),
      onFault: (error) => log.error({ err: error }, 'a GraphQL request failed'),
      onRefusal: (code) => record.noteOutcome(code),
    },
    execute,
  );
  return { route: '/graphql', reply };
}

async function respondRest(
  parts: AppParts,
  incoming: OpenRequest,
  { restPermits, watchdog }: { restPermits: FairSemaphore; watchdog: Watchdog },
): Promise<RoutedReply> {
  const { request, log, record } = incoming;
  const { route, outcome, reply } = await handleRest({
    method: request.method ?? '',
    path: incoming.path,
    query: incoming.query,
    authenticate: (kind, token) =>
      openRequestContext(parts, incoming, { kind, token, limiter: 'requests' }),
    content: toContent(incoming, parts),
    bodyBytesMax: parts.config.bodyBytesMax,
    header: (name) => findSingleHeader(request, name),
    onOperation: (operation) => record.setOperation(operation),
    withinTimeout: (work, discard) => watchdog.guard(toWatched(incoming), work, discard),
    onFault: (error) => log.error({ err: error }, 'a v4 request failed'),
    onRefusal: (issues) => log.warn({ issues: toLoggedIssues(issues) }, 'a v4 request was refused'),
  });
  if (outcome !== undefined) record.noteOutcome(outcome);
  if ('bytes' in reply) return { route, reply };
  return { route, reply: await writeRest(parts.config, incoming, { reply, restPermits }) };
}
