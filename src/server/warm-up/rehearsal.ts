import { createServiceBudgets } from '../../adapters/budgets/service-budgets.ts';
import type { Authenticator } from '../../auth/authenticate.ts';
import type { User } from '../../auth/caller.ts';
import { createWarmUpHandle } from '../../db/loaders/reads.ts';
import { createLogger } from '../../log.ts';
import { createHttpServer, type HttpServer } from '../listen.ts';
import { type AppParts, createApp } from '../requests/app.ts';
import { NO_SERVICE } from '../requests/send-reply.ts';

/**
 * The real server with everything but four parts, which does not listen: its caller is of a service that cannot be, its
 * budgets are its own, its log goes nowhere, and where nothing is found a business is invented.
 */
export function createRehearsal(parts: AppParts): HttpServer {
  const log = createLogger('info', { write: () => undefined });
  const app = createApp({
    ...parts,
    db: createWarmUpHandle(parts.db),
    authenticator: NOBODYS,
    budgets: openOwnBudgets(parts),
    wakeWorker: () => undefined,
    log,
    isWarmUp: true,
  });
  return createHttpServer(parts.config, { app, log });
}

const NOBODYS_CALLER: User = {
  kind: 'user',
  serviceId: NO_SERVICE,
  service: '',
  apiKeyId: 0,
  userId: 0,
  scopes: new Set(['business:read']),
  documents: { trustedOnly: false, version: 0 },
  tokenExpiresAt: new Date(8.64e15),
};

const NOBODYS: Authenticator = {
  authenticate: async () => await Promise.resolve(NOBODYS_CALLER),
  identifyKey: async () => await Promise.reject(new Error('Nobody has a key.')),
  followLink: async () => await Promise.reject(new Error('Nobody has a link.')),
};

/** Counted in memory: a service that is none has no row. */
function openOwnBudgets({ config }: AppParts): AppParts['budgets'] {
  const msLeft = config.budgets.windowSeconds * 1000;
  return createServiceBudgets(config.budgets, {
    addPoints: async ({ points }) => await Promise.resolve({ points, msLeft }),
    onFault: () => undefined,
  });
}
