import { requireScope } from '../../auth/scopes.ts';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';

export const NODES_MAX = 100;

/** What must hold before any object is fetched by its global id, whatever its type: scope and a bound. */
export function checkNodeIds(ctx: Ctx, ids: readonly unknown[]): void {
  requireScope(ctx.caller, 'business:read');
  if (ids.length <= NODES_MAX) return;
  const message = `At most ${NODES_MAX} ids`;
  throw new AppError('invalid_input', `${message}.`, { issues: [{ path: ['ids'], message }] });
}
