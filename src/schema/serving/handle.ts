import type { RequestContext } from '../../context.ts';
import { AppError, type ErrorCode } from '../../errors.ts';
import { getFailure } from '../../http/failures.ts';
import type { ContentHeaders } from '../../http/headers.ts';
import { REFUSALS } from '../../http/refusals.ts';
import { ACCEPTED_CODINGS, isEncoded } from '../../http/request-body.ts';
import type { GraphqlHandler, GraphqlReply } from './graphql-reply.ts';

/** Request to /graphql, before authentication and before its body is read. */
export type GraphqlHttpRequest = {
  method: string;
  headers: ContentHeaders;
  /** Authenticates the caller. Throws AppError `unauthenticated`. */
  authenticate: () => Promise<RequestContext>;
  /** Reads the body. Throws AppError `limit_exceeded` for a body over the limit. */
  readBody: () => Promise<Buffer<ArrayBuffer>>;
  /**
   * Settles as the work does, or rejects with AppError `service_unavailable` after the request timeout. `discard`
   * receives a result that arrives after that.
   */
  withinTimeout: <T>(work: Promise<T>, discard: (result: T) => void) => Promise<T>;
  /** Called with every internal error. The response does not describe it. */
  onFault: (error: unknown) => void;
  /** Called with the code of a request that is rejected before its document runs. */
  onRefusal: (code: ErrorCode) => void;
};

/** Rejections before the execution. The status codes are those of GraphQL over HTTP. */
const METHOD_NOT_ALLOWED: Refusal = {
  ...REFUSALS.methodNotAllowed,
  code: 'METHOD_NOT_ALLOWED',
  message: 'GraphQL is served by POST.',
  headers: { allow: 'POST' },
};
const UNSUPPORTED_MEDIA_TYPE: Refusal = {
  ...REFUSALS.unsupportedMediaType,
  code: 'UNSUPPORTED_MEDIA_TYPE',
  message: 'The request body must be application/json.',
};
const ENCODED: Refusal = {
  ...UNSUPPORTED_MEDIA_TYPE,
  message: 'The request body must not have a Content-Encoding.',
  headers: ACCEPTED_CODINGS,
};
const NOT_ACCEPTABLE: Refusal = {
  status: 406,
  code: 'NOT_ACCEPTABLE',
  codeMessage: 'invalid_request',
  message:
    'The Accept header must allow application/json, application/graphql-response+json or text/event-stream.',
};
const INTERNAL_SERVER_ERROR: Refusal = {
  ...REFUSALS.serverError,
  code: 'INTERNAL_SERVER_ERROR',
  message: 'An internal error occurred.',
};

type Refusal = {
  status: number;
  code: string;
  codeMessage: string;
  message: string;
  headers?: Record<string, string>;
};

const GRAPHQL_JSON = 'application/graphql-response+json; charset=utf-8';

/**
 * Handles a request. Accepts only POST with JSON, as protection against cross-site request forgery: browsers send it to
 * another origin only after a preflight request.
 */
export async function handleGraphql(
  request: GraphqlHttpRequest,
  execute: GraphqlHandler,
): Promise<GraphqlReply> {
  let reply: GraphqlReply;
  try {
    reply = await request.withinTimeout(executeRequest(request, execute), discard);
  } catch (error) {
    reply = toFailureReply(error, request);
  }
  return reply.status < 400 ? reply : toGraphqlType(reply, request.headers.accept ?? '');
}

/** Ends the subscription of a reply that is not sent. */
function discard(reply: GraphqlReply): void {
  if ('chunks' in reply) void reply.chunks.return();
}

async function executeRequest(
  request: GraphqlHttpRequest,
  execute: GraphqlHandler,
): Promise<GraphqlReply> {
  const ctx = await request.authenticate();
  const accept = selectAcceptedTypes(request.headers.accept ?? 'application/json');
  const refusal = findRefusal(request, accept);
  return refusal ?? (await execute({ body: await request.readBody(), accept }, ctx));
}

function findRefusal(
  { method, headers }: GraphqlHttpRequest,
  accept: string,
): GraphqlReply | undefined {
  if (method !== 'POST') return toReply(METHOD_NOT_ALLOWED);
  if (!isJson(headers['content-type'])) return toReply(UNSUPPORTED_MEDIA_TYPE);
  if (isEncoded(headers)) return toReply(ENCODED);
  return accept === '' ? toReply(NOT_ACCEPTABLE) : undefined;
}

/**
 * Sets the GraphQL media type on a rejection for clients that accept it: a rejection in plain JSON might come from a
 * proxy, so such clients ignore its body.
 */
function toGraphqlType(reply: GraphqlReply, accept: string): GraphqlReply {
  if (!/\bapplication\/graphql-response\+json\b/i.test(accept)) return reply;
  return { ...reply, headers: { ...reply.headers, 'content-type': GRAPHQL_JSON } };
}

/** Media types are case-insensitive and may carry parameters (RFC 9110, 8.3.1). */
function isJson(contentType = ''): boolean {
  return /^\s*application\/json\s*(;|$)/i.test(contentType);
}

const SUPPORTED_RANGE =
  /^\s*(\*\/\*|application\/(\*|json|graphql-response\+json)|text\/event-stream)\s*(;|$)/i;

/**
 * Returns the supported media ranges of an Accept header, comma-separated and in lower case; empty when there are none.
 * Other media ranges are removed, because Yoga would respond to them with multipart.
 */
function selectAcceptedTypes(accept: string): string {
  const ranges = accept.split(',').filter((range) => SUPPORTED_RANGE.test(range));
  return ranges.join(',').toLowerCase();
}

/** Creates the response to a failure outside the execution: authentication, request body or timeout. */
function toFailureReply(
  error: unknown,
  { onFault, onRefusal }: Pick<GraphqlHttpRequest, 'onFault' | 'onRefusal'>,
): GraphqlReply {
  if (error instanceof AppError) {
    onRefusal(error.code);
    return toReply({ ...getFailure(error.code), message: error.message });
  }
  onFault(error);
  return toReply(INTERNAL_SERVER_ERROR);
}

function toReply({ status, code, codeMessage, message, headers }: Refusal): GraphqlReply {
  const extensions = { code, code_message: codeMessage };
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify({ errors: [{ message, extensions }] }),
  };
}
