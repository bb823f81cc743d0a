import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { GRAPHQL_CODES } from '../base/errors.ts';
import type { GraphqlHandler, GraphqlReply } from './graphql-reply.ts';

/** A request to /graphql, before its caller is known and its body read. */
export type GraphqlHttpRequest = {
  method: string;
  contentType: string | undefined;
  accept: string | undefined;
  /** Throws AppError `unauthenticated` for headers that do not name one known caller. */
  authenticate: () => Promise<Ctx>;
  /** Throws AppError `limit_exceeded` for a body over the limit. */
  readBody: () => Promise<Buffer<ArrayBuffer>>;
  /** Is told of every fault, which the caller is not. */
  onFault: (error: unknown) => void;
};

const METHOD_NOT_ALLOWED = { code: 'METHOD_NOT_ALLOWED', message: 'GraphQL is served by POST.' };
const UNSUPPORTED_MEDIA_TYPE = {
  code: 'UNSUPPORTED_MEDIA_TYPE',
  message: 'The body must be application/json.',
};
const NOT_ACCEPTABLE = {
  code: 'NOT_ACCEPTABLE',
  message:
    'The answer is application/json, application/graphql-response+json or text/event-stream.',
};
const INTERNAL_SERVER_ERROR = {
  code: 'INTERNAL_SERVER_ERROR',
  message: 'Something failed on the server.',
};

const GRAPHQL_JSON = 'application/graphql-response+json; charset=utf-8';

/** Answers POST of JSON only: nothing that a browser sends to another site without asking first. */
export async function handleGraphql(
  request: GraphqlHttpRequest,
  execute: GraphqlHandler,
): Promise<GraphqlReply> {
  let reply: GraphqlReply;
  try {
    const ctx = await request.authenticate();
    const accept = acceptedTypes(request.accept ?? 'application/json');
    reply =
      findRefusal(request, accept) ??
      (await execute({ body: await request.readBody(), accept }, ctx));
  } catch (error) {
    reply = presentFailure(error, request.onFault);
  }
  return reply.status < 400 ? reply : inGraphqlType(reply, request.accept ?? '');
}

function findRefusal(
  { method, contentType }: GraphqlHttpRequest,
  accept: string,
): GraphqlReply | undefined {
  if (method !== 'POST') return refuse(405, METHOD_NOT_ALLOWED, { allow: 'POST' });
  if (!isJson(contentType)) return refuse(415, UNSUPPORTED_MEDIA_TYPE);
  return accept === '' ? refuse(406, NOT_ACCEPTABLE) : undefined;
}

/**
 * In plain JSON a refusal might be a proxy's, and clients that follow GraphQL over HTTP do not look into it: who
 * takes GraphQL's own media type gets it.
 */
function inGraphqlType(reply: GraphqlReply, accept: string): GraphqlReply {
  if (!/\bapplication\/graphql-response\+json\b/i.test(accept)) return reply;
  return { ...reply, headers: { ...reply.headers, 'content-type': GRAPHQL_JSON } };
}

/** Media types are case-insensitive and may carry parameters (RFC 9110, 8.3.1). */
function isJson(contentType = ''): boolean {
  return /^\s*application\/json\s*(;|$)/i.test(contentType);
}

const RANGE =
  /^\s*(\*\/\*|application\/(\*|json|graphql-response\+json)|text\/event-stream)\s*(;|$)/i;

/** What of an Accept header leads to one JSON body or to events: yoga would answer the rest in parts. */
function acceptedTypes(accept: string): string {
  const ranges = accept.split(',').filter((range) => RANGE.test(range));
  return ranges.join(',').toLowerCase();
}

const STATUS_OF: Partial<Record<AppError['code'], number>> = {
  unauthenticated: 401,
  forbidden: 403,
  limit_exceeded: 413,
  too_many_requests: 429,
};

function presentFailure(error: unknown, onFault: (error: unknown) => void): GraphqlReply {
  if (!(error instanceof AppError)) {
    onFault(error);
    return refuse(500, INTERNAL_SERVER_ERROR);
  }
  const challenge = { 'www-authenticate': 'Bearer' };
  return refuse(
    STATUS_OF[error.code] ?? 400,
    { code: GRAPHQL_CODES[error.code], message: error.message },
    error.code === 'unauthenticated' ? challenge : {},
  );
}

/** v4's word for each refusal that GraphQL's own vocabulary lacks. */
const CODE_MESSAGES: Record<number, string> = {
  401: 'unauthorized',
  403: 'unauthorized',
  405: 'method_not_allowed',
  413: 'payload_too_large',
  429: 'too_many_requests',
  500: 'server_error',
};

function refuse(
  status: number,
  { code, message }: { code: string; message: string },
  headers: Record<string, string> = {},
): GraphqlReply {
  const extensions = { code, code_message: CODE_MESSAGES[status] ?? 'invalid_request' };
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify({ errors: [{ message, extensions }] }),
  };
}
