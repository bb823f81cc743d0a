import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { warmUpChecks } from '../../schema/business/warm-up-checks.ts';
import { type AppParts, createApp } from '../requests/app.ts';
import { connectToSelf, type OwnConnection } from './connect-to-self.ts';
import { generateWarmUpRequests } from './warm-requests.ts';
import { createWarmUpServer } from './warm-up-server.ts';

/** Number of connections, as many as a typical client opens. The loads of their requests are batched. */
const CONNECTIONS = 16;
/**
 * Number of warm-up servers. For a single one V8 would specialize functions, and discard that code when the real server
 * receives its first request.
 */
const SERVERS = 2;

/** Creates the request listener of the HTTP server and runs the warm-up. */
export async function createWarmApp(parts: AppParts): Promise<RequestListener> {
  const app = createApp(parts);
  await warmUp(parts);
  return app;
}

/**
 * Runs the most common reads before the first request arrives, so that their code is compiled, the database connections
 * are open and their statements are planned. No row is read or written. Ends after at most `warmUpMs`, or at the first
 * response other than 200, for example when the database is unavailable.
 */
async function warmUp(parts: AppParts): Promise<void> {
  const { warmUpMs } = parts.config;
  if (warmUpMs === 0) return;
  warmUpChecks();
  const abortController = new AbortController();
  const timer = setTimeout(() => abortController.abort(), warmUpMs);
  // When no connection can be opened, the server starts without a warm-up.
  const connections = await connectToSelf(CONNECTIONS, abortController.signal).catch(() => []);
  const restoreThreshold = lowerOptimizationThreshold();
  try {
    await sendWarmUpRequests(parts, connections, abortController.signal);
  } finally {
    restoreThreshold();
    clearTimeout(timer);
    for (const socket of connections.flatMap(({ client, server }) => [client, server]))
      socket.destroy();
  }
}

/** Sends the requests of the warm-up on all connections until they end or the signal is aborted. */
async function sendWarmUpRequests(
  parts: AppParts,
  connections: readonly OwnConnection[],
  signal: AbortSignal,
): Promise<void> {
  const servers = Array.from({ length: SERVERS }, () => createWarmUpServer(parts));
  const requests = generateWarmUpRequests();
  const { promise: aborted, resolve } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => resolve());
  const clients = connections.map(async ({ client, server }, index) => {
    servers[index % SERVERS]?.accept(server);
    await sendRequests(client, requests);
  });
  await Promise.race([aborted, Promise.all(clients)]);
  requests.return();
}

/**
 * Makes V8 optimize functions after 100 calls instead of 3,000. With the default, live traffic would trigger all
 * compilations at about the same time. Returns a function that restores the default.
 */
function lowerOptimizationThreshold(): () => void {
  setFlagsFromString(`--invocation-count-for-turbofan=${WARM_UP_CALLS}`);
  return () => setFlagsFromString(`--invocation-count-for-turbofan=${DEFAULT_CALLS}`);
}

const WARM_UP_CALLS = 100;
/** Default of V8 for the same flag. */
const DEFAULT_CALLS = 3_000;

/**
 * Sends requests on a connection until a response is not 200. Leaving the loop also ends the generator, and with it the
 * other connections.
 */
async function sendRequests(socket: Socket, requests: Generator<string, void>): Promise<void> {
  const state = { head: '', remaining: 0, settle: (_isGood: boolean): void => undefined };
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => onData(state, text));
  socket.once('close', () => state.settle(false));
  socket.on('error', () => undefined);
  for (const request of requests) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    state.settle = resolve;
    socket.write(request);
    if (!(await promise)) break;
  }
}

type ResponseState = { head: string; remaining: number; settle: (isGood: boolean) => void };

/** Reads a part of a response. Once the response is complete, settles it with true for status 200. */
function onData(state: ResponseState, text: string): void {
  if (state.remaining > 0) state.remaining -= text.length;
  else {
    state.head += text;
    const headEnd = state.head.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(state.head)?.[1] ?? 0);
    state.remaining = length - (state.head.length - headEnd - 4);
  }
  if (state.remaining > 0) return;
  const isGood = state.head.startsWith('HTTP/1.1 200');
  state.head = '';
  state.settle(isGood);
}
