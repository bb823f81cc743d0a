import { createServiceRateLimiters } from '../../adapters/rate-limits/service-rate-limiters.ts';
import type { Authenticator } from '../../auth/authenticate.ts';
import type { User } from '../../auth/caller.ts';
import { createWarmUpHandle } from '../../db/loaders/reads.ts';
import { createLogger } from '../../log.ts';
import { createHttpServer, type HttpServer } from '../create-http-server.ts';
import { type AppParts, createApp } from '../requests/app.ts';
import { NO_SERVICE } from '../requests/send-reply.ts';

/**
 * Creates a server for the warm-up, which does not listen. It differs from the real server: its caller belongs to no
 * service, its rate limits are in memory, its log is discarded, it wakes no worker, and businesses that do not exist
 * are synthetic.
 */
export function createWarmUpServer(parts: AppParts): HttpServer {
  const log = createLogger('info', { write: () => undefined });
  const app = createApp({
    ...parts,
    db: createWarmUpHandle(parts.db),
    authenticator: WARM_UP_AUTHENTICATOR,
    rateLimiters: createMemoryRateLimiters(parts),
    wakeWorker: () => undefined,
    log,
    isWarmUp: true,
  });
  return createHttpServer(parts.config, { app, log });
}

const WARM_UP_CALLER: User = {
  kind: 'user',
  serviceId: NO_SERVICE,
  service: '',
  apiKeyId: 0,
  userId: 0,
  scopes: new Set(['business:read']),
  documents: { trustedOnly: false, version: 0 },
  tokenExpiresAt: new Date(8.64e15),
};

const WARM_UP_AUTHENTICATOR: Authenticator = {
  authenticate: async () => await Promise.resolve(WARM_UP_CALLER),
  authenticateKey: async () =>
    await Promise.reject(new Error('The warm-up identifies no API key.')),
  authenticateLink: async () =>
    await Promise.reject(new Error('The warm-up follows no file link.')),
};

/** Rate limits in memory, because the service of the warm-up has no rows. */
function createMemoryRateLimiters({ config }: AppParts): AppParts['rateLimiters'] {
  const msLeft = config.rateLimits.windowSeconds * 1000;
  return createServiceRateLimiters(config.rateLimits, {
    consumePoints: async ({ points }) => await Promise.resolve({ points, msLeft }),
    onFault: () => undefined,
  });
}
