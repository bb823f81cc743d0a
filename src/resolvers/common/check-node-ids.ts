import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { AppError } from '../../errors.ts';

export const NODES_MAX = 100;

/**
 * Checks the scope and the number of ids before objects of any type are fetched by their global ids. Throws AppError
 * `invalid_input` for more than NODES_MAX ids.
 */
export function checkNodeIds(ctx: RequestContext, ids: readonly unknown[]): void {
  requireScope(ctx.caller, 'business:read');
  if (ids.length <= NODES_MAX) return;
  const message = `At most ${NODES_MAX} ids`;
  throw new AppError('invalid_input', `${message}.`, {
    issues: [{ path: ['ids'], code: 'too_many', message }],
  });
}
