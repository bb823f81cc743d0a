import type { ExecutionResult } from 'graphql';
import { isAsyncIterable } from 'graphql-yoga';
import type { RequestContext } from '../../context.ts';
import { toLogOutcome } from './log-outcome.ts';
import { maskError } from './mask-error.ts';

/** Masks and records the errors of a result, and logs internal errors. A stream is returned unchanged. */
export function maskResult<T extends object>(result: T, { log, record }: MaskContext): T {
  if (isAsyncIterable(result) || !hasErrors(result)) return result;
  const errors = result.errors.map((error) => maskError(error, (fault) => logFault(log, fault)));
  for (const error of errors) record?.noteOutcome(toLogOutcome(error));
  return { ...result, errors };
}

type MaskContext = Pick<RequestContext, 'log' | 'record'>;

export function logFault(log: Pick<RequestContext['log'], 'error'>, fault: unknown): void {
  log.error({ err: fault }, 'a GraphQL request failed');
}

function hasErrors(result: ExecutionResult): result is Required<Pick<ExecutionResult, 'errors'>> {
  return result.errors !== undefined;
}
