import { requireUser } from '../../auth/require-scope.ts';
import type { Scope } from '../../auth/scopes.ts';
import type { Ctx } from '../../context.ts';

export type Viewer = {
  service: string;
  scopes: Scope[];
  rateLimit: ReturnType<Ctx['spending']['read']>;
};

/** Returns the caller with its scopes and rate limit. Throws AppError `unauthenticated` without a token. */
export function getViewer(ctx: Ctx): Viewer {
  const user = requireUser(ctx.caller);
  return { service: user.service, scopes: [...user.scopes], rateLimit: ctx.spending.read() };
}
