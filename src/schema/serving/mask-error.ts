import { GraphQLError } from 'graphql';
import { AppError } from '../../errors.ts';
import { enumWord } from '../base/enum-word.ts';
import { graphFailureOf } from '../base/failures.ts';
import { withoutValues } from './without-values.ts';

/**
 * Turns an error of an execution into what a client may read of it: what is wrong with its request, without the
 * values it sent; a failure that an operation states; of anything else only that something failed, and `onFault`
 * is told of it. An error that was masked before is returned unchanged.
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
  const { code, codeMessage, status, concerns, headers = {} } = graphFailureOf(cause.code);
  return new GraphQLError(cause.message, {
    ...(error === undefined ? {} : position(error)),
    extensions: {
      code,
      code_message: codeMessage,
      ...describeCause(cause),
      // Yoga gives the whole answer this status and these headers.
      ...(concerns === 'request' ? { http: { status, headers } } : {}),
    },
  });
}

/** What is wrong and where, the scope that is lacking and the quota that is used up, in the words that a failed mutation has for them. */
function describeCause({ issues, requiredScope, quota }: AppError): Record<string, unknown> {
  return {
    ...(issues.length > 0
      ? { issues: issues.map((one) => ({ ...one, code: enumWord(one.code) })) }
      : {}),
    ...(requiredScope === undefined ? {} : { requiredScope: enumWord(requiredScope) }),
    ...(quota === undefined ? {} : { quota: enumWord(quota) }),
  };
}

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
