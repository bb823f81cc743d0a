import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Config } from '../config/config.ts';
import { hasWrongHost, refusalOf, refuse, refuseOnSocket } from './refusals.ts';

export type HttpServer = {
  /** Answers where it listens, e.g. http://127.0.0.1:4000; rejects with the system's error. */
  listen: () => Promise<string>;
  /** Takes no new connection, lets requests under way finish, and cuts what remains after `shutdownTimeoutMs`. */
  drain: () => Promise<void>;
};

/** An HTTP server with a bound on everything that a client can make it wait for or keep. */
export function createHttpServer(config: Config, app: RequestListener): HttpServer {
  const server = createServer({
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
  server.on('checkExpectation', (_request, response) => refuse(response, 'expectation'));
  server.on('connect', (_request, socket) => refuseOnSocket(socket, 'methodNotAllowed'));
  const startDraining = serveRequests(server, app);
  return {
    listen: async () => await listen(server, config),
    drain: async () => {
      startDraining();
      await close(server, config.shutdownTimeoutMs);
    },
  };
}

const HEADERS_TIMEOUT_MS = 20_000;
const KEEP_ALIVE_TIMEOUT_MS = 10_000;
const HEADER_BYTES_MAX = 16 * 1024;
const CONNECTIONS_MAX = 10_000;
const TIMEOUT_CHECK_MS = 500;

/** Hands requests to the app. Once what it returns is called, connections end with the answer they wait for. */
function serveRequests(server: Server, app: RequestListener): () => void {
  const open = new Set<Socket>();
  /** The last answer that each connection waits for. */
  const awaited = new Map<Duplex, ServerResponse>();
  let isDraining = false;
  /** One for all answers; made anew for each, it would be made for every request. */
  const release = function (this: ServerResponse): void {
    const { socket } = this.req;
    if (awaited.get(socket) === this) awaited.delete(socket);
    if (isDraining && !awaited.has(socket)) socket.destroySoon();
  };
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    // Behind an answer that is the last there is none, so nothing may happen (RFC 9112, 9.6).
    if (isDraining && awaited.has(socket)) return;
    awaited.set(socket, response);
    response.on('close', release);
    if (isDraining) endAfter(response);
    if (hasWrongHost(request)) refuse(response, 'invalidRequest');
    else app(request, response);
  });
  server.on('clientError', (error, socket) => endBroken(socket, error, awaited.get(socket)));
  return () => {
    isDraining = true;
    for (const response of awaited.values()) endAfter(response);
    for (const socket of open) if (!awaited.has(socket)) socket.destroy();
  };
}

/** After a fault in what a client sends there is no next request to be found on its connection. */
function endBroken(socket: Duplex, error: Error, waiting: ServerResponse | undefined): void {
  if (!socket.writable) socket.destroy();
  // The fault is behind a whole request, which gets its answer first.
  else if (waiting?.req.complete === true) {
    endAfter(waiting);
    waiting.once('close', () => socket.destroy());
  } else if (waiting?.headersSent === true) socket.destroy();
  else refuseOnSocket(socket, refusalOf(error));
}

function endAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}

async function listen(server: Server, { host, port }: Config): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen({ host, port }, () => resolve());
  await promise;
  server.off('error', reject);
  return urlOf(server, host);
}

function urlOf(server: Server, host: string): string {
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Cuts what remains after the time-out. */
async function close(server: Server, timeoutMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => server.closeAllConnections(), timeoutMs);
  // Not the HTTP server's own close: it also cuts connections whose answer is still being sent.
  NetServer.prototype.close.call(server, () => resolve());
  await promise;
  clearTimeout(timer);
}
