import { GraphQLError } from 'graphql';
import { AppError } from '../../errors.ts';
import { getFailure } from '../../http/failures.ts';
import { toEnumValue } from '../base/enum-value.ts';
import { withoutValues } from './without-values.ts';

/**
 * Returns the public form of an execution error: the fault of the request without sent values, or an AppError of an
 * operation. Any other error becomes an internal error and is passed to `onFault`. A masked error is returned
 * unchanged.
 */
export function maskError(error: unknown, onFault: (error: unknown) => void): GraphQLError {
  if (!(error instanceof GraphQLError)) return maskInternalError(error, onFault);
  if ('code_message' in error.extensions) return error;
  const cause = rootCause(error);
  if (cause instanceof AppError) return presentAppError(cause, error);
  const isSchemaMismatch = error.path !== undefined && SCHEMA_MISMATCH.test(error.message);
  if (cause instanceof GraphQLError && !isSchemaMismatch) return presentClientFault(error);
  return maskInternalError(cause, onFault, error);
}

/** Messages of graphql-js that quote a resolved value which does not fit the schema. */
const SCHEMA_MISMATCH =
  /^(Expected value of type ".*" but got|Expected Iterable|Abstract type|Runtime Object type|(Enum ".*"|\w+) cannot represent )/s;

function rootCause(error: GraphQLError): unknown {
  const cause = error.originalError;
  return cause instanceof GraphQLError ? rootCause(cause) : (cause ?? error);
}

/** Converts an AppError to its GraphQL error, at the location where it was thrown if there is one. */
function presentAppError(cause: AppError, error?: GraphQLError): GraphQLError {
  const { code, codeMessage, status, endsRequest, headers = {} } = getFailure(cause.code);
  return new GraphQLError(cause.message, {
    ...(error === undefined ? {} : getLocation(error)),
    extensions: {
      code,
      code_message: codeMessage,
      ...describeCause(cause),
      // Yoga applies this status and these headers to the whole response.
      ...(endsRequest === true ? { http: { status, headers } } : {}),
    },
  });
}

/** Returns issues, required scope and quota as extensions, with the names of the fields of mutation errors. */
function describeCause({ issues, requiredScope, quota }: AppError): Record<string, unknown> {
  return {
    ...(issues.length > 0
      ? { issues: issues.map((issue) => ({ ...issue, code: toEnumValue(issue.code) })) }
      : {}),
    ...(requiredScope === undefined ? {} : { requiredScope: toEnumValue(requiredScope) }),
    ...(quota === undefined ? {} : { quota: toEnumValue(quota) }),
  };
}

/** Returns a client error with new extensions, because those of Yoga may quote the body. */
function presentClientFault(error: GraphQLError): GraphQLError {
  const { code } = error.extensions;
  // A request that is not GraphQL has status 400 for every accepted media type.
  const http = code === 'BAD_REQUEST' ? { status: 400 } : error.extensions['http'];
  return new GraphQLError(withoutValues(error.message), {
    ...getLocation(error),
    extensions: {
      code: typeof code === 'string' ? code : 'VALIDATION_FAILED',
      code_message: 'invalid_request',
      ...(http === undefined ? {} : { http }),
    },
  });
}

function maskInternalError(
  cause: unknown,
  onFault: (error: unknown) => void,
  error?: GraphQLError,
): GraphQLError {
  onFault(cause);
  return new GraphQLError('An internal error occurred.', {
    ...(error === undefined ? {} : getLocation(error)),
    extensions: { code: 'INTERNAL_SERVER_ERROR', code_message: 'server_error', unexpected: true },
  });
}

function getLocation(error: GraphQLError) {
  return { nodes: error.nodes, source: error.source, positions: error.positions, path: error.path };
}
