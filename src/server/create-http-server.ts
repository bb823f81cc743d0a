import cluster from 'node:cluster';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextRound, setTimeout as wait } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { GatheringRequest } from '../http/backpressure/gathering-request.ts';
import type { Logger } from '../log.ts';
import type { Refusal } from './http-server/refusals.ts';
import { serveRequests } from './http-server/serve-requests.ts';
import { logRefusedRequest } from './requests/access-log.ts';

export type HttpServer = {
  /** Starts listening and returns the URL, for example http://127.0.0.1:4000; rejects with the system's error. */
  listen: () => Promise<string>;
  /** Serves a connection that the server did not accept itself, for example one of the warm-up. */
  accept: (connection: Duplex) => void;
  /**
   * Sends `Connection: close` with each response from now on. Resolves after `delayMs`, once no further connections
   * arrive, or one second later. Does nothing when `delayMs` is 0.
   */
  announceShutdown: (delayMs: number) => Promise<void>;
  /**
   * Accepts no new connection, waits for running requests, and closes the remaining connections after
   * `shutdownTimeoutMs`.
   */
  drain: () => Promise<void>;
};

/** Creates an HTTP server that limits the time and the memory that a client can occupy. */
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
    // Node's own refusal has no request id.
    requireHostHeader: false,
  });
  server.maxConnections = CONNECTIONS_MAX;
  // A client that neither sends nor reads is disconnected after this time.
  server.timeout = 2 * config.requestTimeoutMs;
  const shutdown = serveRequests(server, { app, onRefused });
  return {
    listen: async () => await listen(server, config),
    accept: (connection) => void server.emit('connection', connection),
    announceShutdown: async (delayMs) => {
      if (delayMs === 0) return;
      shutdown.announce();
      await wait(delayMs);
      await waitUntilQuiet(server);
    },
    drain: async () => {
      const closing = close(server, config.shutdownTimeoutMs);
      shutdown.begin();
      await closing;
    },
  };
}

/** Time in which a client must send the headers of a request. */
const HEADERS_TIMEOUT_MS = 20_000;
/** Time until an idle connection is closed. A proxy must close it earlier, or it may send a request too late. */
const KEEP_ALIVE_TIMEOUT_MS = 10_000;
/** Node's default, which no command-line option of Node may change. */
const HEADER_BYTES_MAX = 16 * 1024;
/** Read buffer of a connection. With it, an unread body occupies one read of 64 KiB; with Node's default, two. */
const READ_AHEAD_BYTES = 32 * 1024;
/** Bounds the memory that idle connections occupy; further connections are closed at once. */
const CONNECTIONS_MAX = 10_000;
/** Interval at which Node checks requests for expiry. Its default, 30 seconds, is as long as the timeouts. */
const TIMEOUT_CHECK_MS = 500;

/**
 * True when each process of a cluster listens with a socket of its own (SO_REUSEPORT), among which the kernel
 * distributes connections. Elsewhere the primary process accepts the connections of a cluster.
 */
const hasOwnSocket = cluster.isWorker && process.platform === 'linux';

async function listen(server: Server, { host, port }: Config): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen({ host, port, reusePort: hasOwnSocket }, () => resolve());
  await promise;
  server.off('error', reject);
  return formatUrl(server, host);
}

function formatUrl(server: Server, host: string): string {
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * Waits for an iteration of the event loop without a new connection, at most one second. Connections that the system
 * accepted and this process did not are reset when the server closes, and a proxy does not retry them.
 */
async function waitUntilQuiet(server: Server): Promise<void> {
  let connectionCount = 0;
  const onConnection = (): void => {
    connectionCount += 1;
  };
  server.on('connection', onConnection);
  const deadline = performance.now() + QUIET_WAIT_MS;
  while (performance.now() < deadline) {
    const previousCount = connectionCount;
    const startedAt = performance.now();
    await nextRound();
    if (connectionCount === previousCount && performance.now() - startedAt < QUIET_MS) break;
  }
  server.off('connection', onConnection);
}

const QUIET_WAIT_MS = 1_000;
/** Duration below which an iteration of the event loop has handled nothing. */
const QUIET_MS = 0.1;

/** Stops listening. Resolves when all connections are closed, which happens by force after the timeout. */
async function close(server: Server, timeoutMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => server.closeAllConnections(), timeoutMs);
  // Not the HTTP server's own close, which also closes connections whose response is still being sent.
  NetServer.prototype.close.call(server, () => resolve());
  await promise;
  clearTimeout(timer);
}
