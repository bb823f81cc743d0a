import { AppError } from '../errors.ts';
import type { Caller, User } from './caller.ts';
import type { Scope } from './scopes.ts';

/** Returns the calling user; throws AppError `unauthenticated` for a caller without a token. */
export function requireUser(caller: Caller): User {
  if (caller.kind === 'user') return caller;
  throw new AppError('unauthenticated', 'The operation requires a bearer token.');
}

/**
 * Returns the calling user when it has the scope. Throws AppError `unauthenticated` for a caller without a token, and
 * `forbidden` for a user without the scope. First step of every operation.
 */
export function requireScope(caller: Caller, scope: Scope): User {
  const user = requireUser(caller);
  if (user.scopes.has(scope)) return user;
  throw toMissingScopeError(scope);
}

/** Returns the error for a caller without the scope. */
export function toMissingScopeError(scope: Scope): AppError {
  return new AppError('forbidden', 'The caller lacks the scope that the operation requires.', {
    requiredScope: scope,
  });
}
