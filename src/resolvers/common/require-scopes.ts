import { requireScope } from '../../auth/require-scope.ts';
import type { Scope } from '../../auth/scopes.ts';
import type { RequestContext } from '../../context.ts';

/**
 * Checks the scopes that a response requires before the operation starts. Throws the AppError of `requireScope` for the
 * first missing scope.
 */
export function requireScopes(ctx: RequestContext, scopes: Iterable<Scope>): void {
  for (const scope of scopes) requireScope(ctx.caller, scope);
}
