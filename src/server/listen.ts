import cluster from 'node:cluster';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextRound, setTimeout as wait } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { GatheringRequest } from '../http/backpressure/gathering-request.ts';
import type { Logger } from '../log.ts';
import { type Refusal, refuse, refuseOnSocket } from './http-server/refusals.ts';
import { serveRequests } from './http-server/serve-requests.ts';
import { logRefusedRequest } from './requests/access-log.ts';

export type HttpServer = {
  /** Answers where it listens, e.g. http://127.0.0.1:4000; rejects with the system's error. */
  listen: () => Promise<string>;
  /** Takes a connection that did not come from the system. */
  take: (connection: Duplex) => void;
  /** Still answers everything for so long, with each answer the last of its connection. */
  announceEnd: (delayMs: number) => Promise<void>;
  /** Takes no new connection, lets requests under way finish, and cuts what remains after `shutdownTimeoutMs`. */
  drain: () => Promise<void>;
};

/** An HTTP server with a bound on everything that a client can make it wait for or keep. */
export function createHttpServer(
  config: Config,
  { app, log }: { app: RequestListener; log: Logger },
): HttpServer {
  const onRefused = (refused: Refusal): void => logRefusedRequest(log, refused);
  const server = createServer({
    IncomingMessage: GatheringRequest,
    highWaterMark: READ_AHEAD_BYTES,
    requestTimeout: config.requestTimeoutMs,
    headersTimeout: Math.min(config.requestTimeoutMs, HEADERS_TIMEOUT_MS),
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
    // Node's own refusal would come without a request id.
    requireHostHeader: false,
  });
  server.maxConnections = CONNECTIONS_MAX;
  // A client that neither sends nor reads holds its connection no longer than this.
  server.timeout = 2 * config.requestTimeoutMs;
  server.on('checkExpectation', (_request, response) => onRefused(refuse(response, 'expectation')));
  server.on('connect', ({ method }, socket) =>
    onRefused(refuseOnSocket(socket, 'methodNotAllowed', method)),
  );
  const ending = serveRequests(server, { app, onRefused });
  return {
    listen: async () => await listen(server, config),
    take: (connection) => void server.emit('connection', connection),
    announceEnd: async (delayMs) => {
      if (delayMs === 0) return;
      ending.announce();
      await wait(delayMs);
      await untilNobodyComes(server);
    },
    drain: async () => {
      const closed = close(server, config.shutdownTimeoutMs);
      ending.begin();
      await closed;
    },
  };
}

const HEADERS_TIMEOUT_MS = 20_000;
const KEEP_ALIVE_TIMEOUT_MS = 10_000;
const HEADER_BYTES_MAX = 16 * 1024;
/** Read buffer of a connection: an unread body occupies one read of 64 KiB, and not two. */
const READ_AHEAD_BYTES = 32 * 1024;
const CONNECTIONS_MAX = 10_000;
const TIMEOUT_CHECK_MS = 500;

/**
 * True when each process has its own socket on the port, among which the system distributes connections. Ending a
 * process then leaves no process between the socket and the client.
 */
const hasOwnSocket = cluster.isWorker && process.platform === 'linux';

async function listen(server: Server, { host, port }: Config): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen({ host, port, reusePort: hasOwnSocket }, () => resolve());
  await promise;
  server.off('error', reject);
  return urlOf(server, host);
}

function urlOf(server: Server, host: string): string {
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * Waits for a turn of the event loop without a new connection, at most one second. Connections that the system accepted
 * and this process did not are reset when the server closes, and a proxy does not retry them.
 */
async function untilNobodyComes(server: Server): Promise<void> {
  let come = 0;
  const count = (): void => {
    come += 1;
  };
  server.on('connection', count);
  const until = performance.now() + QUIET_WAIT_MS;
  while (performance.now() < until) {
    const before = come;
    const startedAt = performance.now();
    await nextRound();
    if (come === before && performance.now() - startedAt < QUIET_MS) break;
  }
  server.off('connection', count);
}

const QUIET_WAIT_MS = 1_000;
const QUIET_MS = 0.1;

/** Cuts what remains after the time-out. */
async function close(server: Server, timeoutMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => server.closeAllConnections(), timeoutMs);
  // Not the HTTP server's own close: it also cuts connections whose answer is still being sent.
  NetServer.prototype.close.call(server, () => resolve());
  await promise;
  clearTimeout(timer);
}
