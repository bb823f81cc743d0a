import { GraphQLError } from 'graphql';
import { AppError } from '../errors.ts';
import { GRAPHQL_CODES } from './errors.ts';

/**
 * What a client may read of an error: its own faults without the values it sent, the failures that
 * operations state, and nothing of anything else. `onFault` is told of what was hidden. What it returned once it returns as it is.
 */
export function maskError(error: unknown, onFault: (error: unknown) => void): GraphQLError {
  if (!(error instanceof GraphQLError)) return hide(error, onFault);
  if ('code_message' in error.extensions) return error;
  const cause = rootCause(error);
  if (cause instanceof AppError) return presentAppError(cause, error);
  if (cause instanceof GraphQLError) return presentClientFault(error);
  return hide(cause, onFault, error);
}

function rootCause(error: GraphQLError): unknown {
  const cause = error.originalError;
  return cause instanceof GraphQLError ? rootCause(cause) : (cause ?? error);
}

/** An operation's failure as the graph shows it, at the place where it happened if there is one. */
function presentAppError(cause: AppError, error?: GraphQLError): GraphQLError {
  const isUnauthenticated = cause.code === 'unauthenticated';
  return new GraphQLError(cause.message, {
    ...(error === undefined ? {} : position(error)),
    extensions: {
      code: GRAPHQL_CODES[cause.code],
      code_message:
        isUnauthenticated || cause.code === 'forbidden' ? 'unauthorized' : 'invalid_request',
      ...(cause.issues.length > 0 ? { issues: cause.issues } : {}),
      ...(isUnauthenticated ? { http: UNAUTHENTICATED } : {}),
    },
  });
}

const UNAUTHENTICATED = { status: 401, headers: { 'www-authenticate': 'Bearer' } };

function presentClientFault(error: GraphQLError): GraphQLError {
  return new GraphQLError(withoutValues(error.message), {
    ...position(error),
    extensions: { code: 'VALIDATION_FAILED', code_message: 'invalid_request', ...error.extensions },
  });
}

/** graphql quotes what it was sent; names of the schema stay, values may be personal data and go. */
function withoutValues(message: string): string {
  return message
    .replace(/(, found| value:| representation:).*$/s, '.')
    .replace(/"[^"]*"/g, (quoted) => (/^"[\w$@![\].]*"$/.test(quoted) ? quoted : '"…"'));
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
