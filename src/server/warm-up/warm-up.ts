import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { warmUpChecks } from '../../schema/business/warm-up-checks.ts';
import { type AppParts, createApp } from '../requests/app.ts';
import { connectToSelf, type OwnConnection } from './connect-to-self.ts';
import { createRehearsal } from './rehearsal.ts';
import { warmRequests } from './warm-requests.ts';

/** Number of connections of a usual client. Their requests are batched. */
const CONNECTIONS = 16;
/**
 * Functions of one server alone V8 would compile for that one, and throw that away when the first request comes to the
 * next, which is the one that serves.
 */
const SERVERS = 2;

/** Creates the listener of the HTTP server, after the warm-up. */
export async function createWarmApp(parts: AppParts): Promise<RequestListener> {
  const app = createApp(parts);
  await warmUp(parts);
  return app;
}

/**
 * Runs the most common reads before the first request arrives, so that their code is compiled, the database connections
 * are open and their statements are planned. No row is read or written. Ends after `warmUpMs` at the latest, and with
 * the first response other than 200, for example when the database is unavailable.
 */
async function warmUp(parts: AppParts): Promise<void> {
  const { warmUpMs } = parts.config;
  if (warmUpMs === 0) return;
  warmUpChecks();
  const isOver = new AbortController();
  const timer = setTimeout(() => isOver.abort(), warmUpMs);
  // Without a listener for the warm-up, the first requests are slower.
  const connections = await connectToSelf(CONNECTIONS, isOver.signal).catch(() => []);
  const compileAsUsual = compileSooner();
  try {
    await askOn(parts, connections, isOver.signal);
  } finally {
    compileAsUsual();
    clearTimeout(timer);
    for (const socket of connections.flatMap(({ near, far }) => [near, far])) socket.destroy();
  }
}

/** Until the signal is aborted, which it is not yet. */
async function askOn(
  parts: AppParts,
  connections: readonly OwnConnection[],
  signal: AbortSignal,
): Promise<void> {
  const servers = Array.from({ length: SERVERS }, () => createRehearsal(parts));
  const requests = warmRequests();
  const { promise: isOver, resolve } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => resolve());
  const clients = connections.map(async ({ near, far }, at) => {
    servers[at % SERVERS]?.take(far);
    await askOnAndOn(near, requests);
  });
  await Promise.race([isOver, Promise.all(clients)]);
  requests.return();
}

/**
 * Makes V8 optimize functions after a hundred calls instead of 3,000, which the ten thousandth request would reach,
 * together with all compilations. Returns a function that ends this.
 */
function compileSooner(): () => void {
  setFlagsFromString(`--invocation-count-for-turbofan=${CALLS_OF_WARM_UP}`);
  return () => setFlagsFromString(`--invocation-count-for-turbofan=${CALLS_USUAL}`);
}

const CALLS_OF_WARM_UP = 100;
/** V8's own. */
const CALLS_USUAL = 3_000;

/** Sends requests on a connection until one is rejected, which ends all connections that share the requests. */
async function askOnAndOn(side: Socket, requests: Generator<string, void>): Promise<void> {
  const state = { head: '', left: 0, settle: (_isGood: boolean): void => undefined };
  side.setEncoding('latin1');
  side.on('data', (text: string) => take(state, text));
  side.once('close', () => state.settle(false));
  side.on('error', () => undefined);
  for (const request of requests) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    state.settle = resolve;
    side.write(request);
    if (!(await promise)) break;
  }
}

type Reading = { head: string; left: number; settle: (isGood: boolean) => void };

/** Reads a response in parts. Returns true for status 200 once it is complete. */
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
