import type { RequestContext } from '../context.ts';
import { AppError, type InputIssue } from '../errors.ts';
import { REFUSALS } from '../http/refusals.ts';
import { ACCEPTED_CODINGS } from '../http/request-body.ts';
import { withoutBody } from '../http/without-body.ts';
import { type FileReply, fail, findRefusal, type Reply, withReasons } from './respond.ts';
import type { OperationId, RestContent, Route, RouteRequest } from './route.ts';
import { ROUTES } from './routes.ts';

/** Request to the v4 interface. `path` and `query` are as sent, percent-encoded. */
export type RestRequest = {
  method: string;
  path: string;
  query: string;
  /**
   * Authenticates the caller and consumes one request of its rate limit. Throws AppError `unauthenticated` or
   * `too_many_requests`.
   */
  authenticate: (caller: Route['caller'], parameter: string) => Promise<RequestContext>;
  content: RestContent;
  /** Maximum length of a JSON body in bytes. */
  bodyBytesMax: number;
  header: RouteRequest['header'];
  /** Called with the id of the matched operation, before the caller is authenticated. */
  onOperation: (operation: OperationId) => void;
  /**
   * Settles like `work`, or rejects with AppError `service_unavailable` after the timeout. A result that arrives later
   * is passed to `discard`.
   */
  withinTimeout: <T>(work: Promise<T>, discard: (result: T) => void) => Promise<T>;
  /** Called with every internal error; the response does not describe it. */
  onFault: (error: unknown) => void;
  /** Called with the issues that the response omits. */
  onRefusal: (issues: readonly InputIssue[]) => void;
};

/** Response, with the path pattern of the route and the outcome for the access log. */
export type RestOutcome = {
  reply: Reply | FileReply;
  route: string;
  /** Undefined when the status alone describes the outcome. */
  outcome: string | undefined;
};

/** Handles a request under /api/v4. The caller is authenticated before any other check. */
export async function handleRest(request: RestRequest): Promise<RestOutcome> {
  const { routes, parameter } = matchPath(request.path);
  const method = mapHeadToGet(request.method);
  const route = routes.find((candidate) => candidate.method === method);
  const unmatched = { route: routes[0]?.path ?? 'unknown', outcome: undefined };
  if (route !== undefined) request.onOperation(route.description.operationId);
  const respond = async (): Promise<Reply | FileReply> => {
    const ctx = await request.authenticate(routes[0]?.caller ?? 'user', parameter);
    if (route === undefined) return respondWithoutRoute(routes, method);
    return await callRoute(route, { ctx, request, parameter });
  };
  try {
    const reply = await request.withinTimeout(respond(), discard);
    if (route === undefined) return { ...unmatched, reply };
    return { ...unmatched, reply, outcome: isDeclined(reply) ? 'declined' : undefined };
  } catch (error) {
    const outcome = error instanceof AppError ? error.code : 'server_error';
    return { ...unmatched, reply: toErrorReply(error, request, route), outcome };
  }
}

/** Closes the file of a reply that is not sent. */
function discard(reply: Reply | FileReply): void {
  if ('bytes' in reply) void reply.bytes[Symbol.asyncIterator]().return?.();
}

/** Maps HEAD to GET. */
function mapHeadToGet(method: string): string {
  return method === 'HEAD' ? 'GET' : method;
}

/** Responds when no route matches the path, or none has the method. */
function respondWithoutRoute(routes: readonly Route[], method: string): Reply | FileReply {
  if (routes.length === 0) return fail(REFUSALS.notFound);
  const allow = listMethods(routes);
  if (method === 'OPTIONS') return withoutBody(204, { allow });
  return fail(REFUSALS.methodNotAllowed, { allow });
}

/** Lists the methods of a path: HEAD in addition to GET, and always OPTIONS. */
function listMethods(routes: readonly Route[]): string {
  const methods = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...methods, 'OPTIONS'].join(', ');
}

/** True for a response with status 200 and `success: false`. */
function isDeclined(reply: Reply | FileReply): boolean {
  return reply.status === 200 && 'body' in reply && !reply.body.success;
}

/** Converts an error to its response. Reports internal errors, and issues that the response may not contain. */
function toErrorReply(error: unknown, request: RestRequest, route: Route | undefined): Reply {
  const refusal = findRefusal(error, route?.toV4Path);
  if (isUnavailable(error) && route?.isFaultSpecified === true) return toFaultReply(route);
  if (refusal === undefined) return reportFault(request, error, route);
  if (route?.hasSpecifiedBodies !== true) return withReasons(refusal);
  if (refusal.issues.length > 0) request.onRefusal(refusal.issues);
  return refusal.reply;
}

type Call = { ctx: RequestContext; request: RestRequest; parameter: string };

async function callRoute(
  route: Route,
  { ctx, request, parameter }: Call,
): Promise<Reply | FileReply> {
  const { content, header } = request;
  if (content.isEncoded && route.method !== 'GET')
    return fail(REFUSALS.unsupportedMediaType, ACCEPTED_CODINGS);
  const readsBody = route.method !== 'GET' && route.readsBodyItself !== true;
  const body = readsBody ? await content.read(request.bodyBytesMax) : new Uint8Array();
  const query = new URLSearchParams(request.query);
  const isHead = request.method === 'HEAD';
  return await route.handle(ctx, { parameter, query, body, content, header, isHead });
}

function reportFault(request: RestRequest, error: unknown, route: Route | undefined): Reply {
  request.onFault(error);
  return toFaultReply(route);
}

function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'service_unavailable';
}

function toFaultReply(route: Route | undefined): Reply {
  const { serverError } = REFUSALS;
  return fail({ ...serverError, message: route?.faultMessage ?? serverError.message });
}

type Match = { routes: Route[]; parameter: string };

/**
 * Finds the routes of a path. One trailing slash is ignored instead of redirected, because clients may drop the body of
 * a redirected request.
 */
function matchPath(path: string): Match {
  const exact = matchExactly(path);
  const ignoresSlash = exact.routes.length === 0 && path.endsWith('/');
  return ignoresSlash ? matchExactly(path.slice(0, -1)) : exact;
}

function matchExactly(path: string): Match {
  return MATCHES_BY_FIXED_PATH.get(path) ?? matchPatterns(path);
}

function matchPatterns(path: string): Match {
  const matches = MATCHERS.flatMap(({ route, pattern }) => {
    const match = pattern.exec(path);
    return match === null ? [] : [{ route, parameter: match[1] ?? '' }];
  });
  return { routes: matches.map((match) => match.route), parameter: matches[0]?.parameter ?? '' };
}

const MATCHERS = ROUTES.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replace(/\{\w+\}/, '([^/]*)')}$`),
}));

/** Routes of paths without a parameter, which take precedence over paths with one. */
const MATCHES_BY_FIXED_PATH = new Map(
  [...Map.groupBy(ROUTES, ({ path }) => path)]
    .filter(([path]) => !path.includes('{'))
    .map(([path, routes]) => [path, { routes, parameter: '' }]),
);
