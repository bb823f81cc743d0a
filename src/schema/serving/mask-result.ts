import type { ExecutionResult } from 'graphql';
import { isAsyncIterable } from 'graphql-yoga';
import type { Ctx } from '../../context.ts';
import { maskError } from './mask-error.ts';

/** A result with each of its errors masked; `log` is told of the faults among them. A stream passes as it is. */
export function maskResult<T extends object>(result: T, log: Ctx['log']): T {
  if (isAsyncIterable(result) || !hasErrors(result)) return result;
  const errors = result.errors.map((one) => maskError(one, (fault) => logFault(log, fault)));
  return { ...result, errors };
}

export function logFault(log: Ctx['log'], fault: unknown): void {
  log.error({ err: fault }, 'a GraphQL request failed');
}

function hasErrors(result: ExecutionResult): result is Required<Pick<ExecutionResult, 'errors'>> {
  return result.errors !== undefined;
}
