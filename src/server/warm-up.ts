import type { RequestListener } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';
import { createServiceBudgets } from '../adapters/budgets/service-budgets.ts';
import type { Authenticator } from '../auth/authenticate.ts';
import type { User } from '../auth/caller.ts';
import { rehearse } from '../db/loaders/reads.ts';
import { createLogger } from '../log.ts';
import { rehearseChecks } from '../schema/business/rehearse-checks.ts';
import { type AppParts, createApp } from './app.ts';
import { createHttpServer } from './listen.ts';
import { NOBODY } from './send-reply.ts';
import { WARM_REQUESTS } from './warm-requests.ts';

/** As many as a usual client keeps; their requests are read together. */
const CONNECTIONS = 16;
/** By then V8 has compiled what it will. */
const ANSWERS_MAX = 6_000;

/** The listener of the HTTP server, which has answered before it is asked. */
export async function createWarmApp(parts: AppParts): Promise<RequestListener> {
  const app = createApp(parts);
  await warmUp(parts);
  return app;
}

/**
 * Has the common reads answered for nobody before the first request comes, so that their code is compiled, the connections
 * to the database are there and their statements planned. It is the real server with everything but four parts: its caller
 * is of a service that cannot be, its budgets are its own, its log goes nowhere, and where nothing is found a business is
 * invented. No row is read or written. Ends after `warmUpMs` at the latest, and with the first answer that is not 200,
 * as when the database is away.
 */
async function warmUp(parts: AppParts): Promise<void> {
  const { warmUpMs } = parts.config;
  if (warmUpMs === 0) return;
  rehearseChecks();
  const log = createLogger('info', { write: () => undefined });
  const app = createApp({
    ...parts,
    db: rehearse(parts.db),
    authenticator: NOBODYS,
    budgets: openOwnBudgets(parts),
    wakeWorker: () => undefined,
    log,
    isRehearsal: true,
  });
  const server = createHttpServer(parts.config, { app, log });
  const run = { until: performance.now() + warmUpMs, left: ANSWERS_MAX };
  const sides = Array.from({ length: CONNECTIONS }, () => duplexPair());
  const { promise: isOver, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, warmUpMs);
  const clients = sides.map(async ([near, far], at) => {
    server.take(far);
    await askOnAndOn(near, run, at);
  });
  await Promise.race([isOver, Promise.all(clients)]);
  clearTimeout(timer);
  run.left = 0;
  for (const side of sides.flat()) side.destroy();
}

type Run = { until: number; left: number };

async function askOnAndOn(side: Duplex, run: Run, first: number): Promise<void> {
  const state = { head: '', left: 0, settle: (_isGood: boolean): void => undefined };
  side.setEncoding('latin1');
  side.on('data', (text: string) => take(state, text));
  side.once('close', () => state.settle(false));
  side.on('error', () => undefined);
  for (let next = first; run.left > 0 && performance.now() < run.until; next += 1) {
    run.left -= 1;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    state.settle = resolve;
    side.write(WARM_REQUESTS[next % WARM_REQUESTS.length]);
    // All of them end where one is refused: nothing else would come of more.
    if (!(await promise)) run.left = 0;
  }
}

type Reading = { head: string; left: number; settle: (isGood: boolean) => void };

/** Reads an answer as it comes, and says whether it is 200 as soon as it is whole. */
function take(state: Reading, text: string): void {
  if (state.left > 0) state.left -= text.length;
  else {
    state.head += text;
    const at = state.head.indexOf('\r\n\r\n');
    if (at < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(state.head)?.[1] ?? 0);
    state.left = length - (state.head.length - at - 4);
  }
  if (state.left > 0) return;
  const isGood = state.head.startsWith('HTTP/1.1 200');
  state.head = '';
  state.settle(isGood);
}

const NOBODYS_CALLER: User = {
  kind: 'user',
  serviceId: NOBODY,
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
