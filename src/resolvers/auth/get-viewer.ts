import { requireUser } from '../../auth/require-scope.ts';
import type { Scope } from '../../auth/scopes.ts';
import type { RequestContext } from '../../context.ts';
import { findScreeningSettings } from '../../db/queries/screening/settings.ts';

export type Viewer = {
  service: string;
  scopes: Scope[];
  rateLimit: ReturnType<RequestContext['rateLimitAccount']['getStatus']>;
};

/**
 * True when the service screens participants automatically. Requires no scope: every user must know whether
 * participants without matches were compared with the lists. Throws AppError `unauthenticated` without a token.
 */
export async function isScreeningOn(ctx: RequestContext): Promise<boolean> {
  const { serviceId } = requireUser(ctx.caller);
  return (await findScreeningSettings(ctx.db, serviceId)).isOn;
}

/** Returns service, scopes and rate limit of the calling user. Throws AppError `unauthenticated` without a token. */
export function getViewer(ctx: RequestContext): Viewer {
  const user = requireUser(ctx.caller);
  return {
    service: user.service,
    scopes: [...user.scopes],
    rateLimit: ctx.rateLimitAccount.getStatus(),
  };
}
