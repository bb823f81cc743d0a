import { GraphQLError } from 'graphql';
import { AppError, type ErrorCode } from '../../errors.ts';
import { GRAPHQL_CODES } from '../base/errors.ts';
import { withoutValues } from './without-values.ts';

/**
 * What a client may read of an error: its own faults without the values it sent, the failures that
 * operations state, and nothing of anything else. `onFault` is told of what was hidden. What it returned once it returns as it is.
 */
export function maskError(error: unknown, onFault: (error: unknown) => void): GraphQLError {
  if (!(error instanceof GraphQLError)) return hide(error, onFault);
  if ('code_message' in error.extensions) return error;
  const cause = rootCause(error);
  if (cause instanceof AppError) return presentAppError(cause, error);
  const isOwn = error.path !== undefined && OWN_FAULT.test(error.message);
  if (cause instanceof GraphQLError && !isOwn) return presentClientFault(error);
  return hide(cause, onFault, error);
}

/** What graphql says where an operation's result does not fit the schema; it quotes the result. */
const OWN_FAULT =
  /^(Expected value of type ".*" but got|Expected Iterable|Abstract type|Runtime Object type|(Enum ".*"|\w+) cannot represent )/s;

function rootCause(error: GraphQLError): unknown {
  const cause = error.originalError;
  return cause instanceof GraphQLError ? rootCause(cause) : (cause ?? error);
}

/** An operation's failure as the graph shows it, at the place where it happened if there is one. */
function presentAppError(cause: AppError, error?: GraphQLError): GraphQLError {
  const http = HTTP_OF[cause.code];
  return new GraphQLError(cause.message, {
    ...(error === undefined ? {} : position(error)),
    extensions: {
      code: GRAPHQL_CODES[cause.code],
      code_message: CODE_MESSAGES[cause.code] ?? 'invalid_request',
      ...(cause.issues.length > 0 ? { issues: cause.issues } : {}),
      ...(http === undefined ? {} : { http }),
    },
  });
}

/** v4's word for each failure, where it is not `invalid_request`. */
const CODE_MESSAGES: Partial<Record<ErrorCode, string>> = {
  unauthenticated: 'unauthorized',
  forbidden: 'unauthorized',
  conflict: 'conflict',
  too_many_requests: 'too_many_requests',
  file_not_found: 'not_found',
  file_not_available: 'file_not_available',
  files_unavailable: 'files_unavailable',
};

/** What concerns the request as a whole, and so its status. */
const HTTP_OF: Partial<Record<ErrorCode, { status: number; headers?: Record<string, string> }>> = {
  unauthenticated: { status: 401, headers: { 'www-authenticate': 'Bearer' } },
  too_many_requests: { status: 429 },
};

/** The extensions are made anew: yoga's may quote the body. */
function presentClientFault(error: GraphQLError): GraphQLError {
  const { code } = error.extensions;
  // What is no GraphQL request at all has status 400, whatever media type is asked for.
  const http = code === 'BAD_REQUEST' ? { status: 400 } : error.extensions['http'];
  return new GraphQLError(withoutValues(error.message), {
    ...position(error),
    extensions: {
      code: typeof code === 'string' ? code : 'VALIDATION_FAILED',
      code_message: 'invalid_request',
      ...(http === undefined ? {} : { http }),
    },
  });
}

function hide(
  cause: unknown,
  onFault: (error: unknown) => void,
  error?: GraphQLError,
): GraphQLError {
  onFault(cause);
  return new GraphQLError('Something failed on the server.', {
    ...(error === undefined ? {} : position(error)),
    extensions: { code: 'INTERNAL_SERVER_ERROR', code_message: 'server_error', unexpected: true },
  });
}

function position(error: GraphQLError) {
  return { nodes: error.nodes, source: error.source, positions: error.positions, path: error.path };
}
