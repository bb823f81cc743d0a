import { requireScope } from '../../auth/require-scope.ts';
import type { Scope } from '../../auth/scopes.ts';
import type { RequestContext } from '../../context.ts';

/** For what an answer is to hold, before anything is done; throws AppError as `requireScope` does, for the first that is lacking. */
export function requireScopes(ctx: RequestContext, scopes: Iterable<Scope>): void {
  for (const scope of scopes) requireScope(ctx.caller, scope);
}
