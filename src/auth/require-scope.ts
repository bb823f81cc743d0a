import { AppError } from '../errors.ts';
import type { Caller, User } from './caller.ts';
import type { Scope } from './scopes.ts';

/** Returns the user who calls; throws AppError `unauthenticated` for a caller that showed no token. */
export function requireUser(caller: Caller): User {
  if (caller.kind === 'user') return caller;
  throw new AppError('unauthenticated', 'The operation requires a bearer token.');
}

/** The first step of every operation; throws AppError `unauthenticated` or `forbidden`. */
export function requireScope(caller: Caller, scope: Scope): User {
  const user = requireUser(caller);
  if (user.scopes.has(scope)) return user;
  throw lackOf(scope);
}

/** The error for a caller without that scope. */
export function lackOf(scope: Scope): AppError {
  return new AppError('forbidden', 'The caller lacks the scope that the operation requires.', {
    requiredScope: scope,
  });
}
