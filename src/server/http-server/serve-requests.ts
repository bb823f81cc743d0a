import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { chunkFloodGuard } from '../../http/backpressure/chunk-flood-guard.ts';
import { idleSlices, timeSlices } from '../../scheduling/time-slices.ts';
import {
  type Connection,
  type Exchange,
  endAfterParseError,
  endAfterTimeout,
  endIdle,
  markLast,
  openConnection,
} from './connection.ts';
import { linger } from './linger.ts';
import { createStartLimiter, PENDING_RESPONSES_MAX } from './pipelining.ts';
import { hasInvalidHost, type Refusal, refuse, refuseOnSocket } from './refusals.ts';

/** Application, and the callback for requests that are refused before the application receives them. */
export type RequestHandlers = { app: RequestListener; onRefused: (refused: Refusal) => void };

/** Two steps of closing connections. `begin` may be called without `announce`. */
export type ConnectionShutdown = {
  /** Sends `Connection: close` with each response from now on. All requests are still handled. */
  announce: () => void;
  /**
   * Closes idle connections at once, and others after their response. When the end was announced, a connection without
   * a request so far has 500 ms to send one.
   */
  begin: () => void;
};

/** Time for a new connection to send its first request: a proxy that has opened one sends its request immediately. */
const FIRST_REQUEST_MS = 500;

/** Passes requests to the application, with bounded pipelining, until connections are ended. */
export function serveRequests(server: Server, serving: RequestHandlers): ConnectionShutdown {
  const connections = new Map<Duplex, Connection>();
  const state = { connections, isAnnounced: false, isDraining: false };
  const dispatch = createDispatcher(state, serving);
  server.on('connection', (socket) => {
    timeSlices.yieldToConnections();
    idleSlices.yieldToConnections();
    chunkFloodGuard.open(socket);
    connections.set(socket, openConnection(socket));
    // Waiting requests of a disconnected client do not start.
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', (request, response) => {
    const connection = connections.get(request.socket);
    if (connection === undefined) return;
    connection.newestRequest = request;
    connection.hasReceivedRequest = true;
    // No response may follow the last one of a connection (RFC 9112, 9.6).
    if (isAfterLast(connection, state)) return;
    connection.last = response;
    dispatch(connection, { request, response });
  });
  refuseUnservable(server, connections, serving.onRefused);
  server.on('timeout', (socket: Duplex) => {
    const connection = connections.get(socket);
    if (connection !== undefined) endAfterTimeout(connection);
  });
  return {
    announce: () => {
      state.isAnnounced = true;
      for (const connection of connections.values()) markLast(connection);
    },
    begin: () => {
      const firstRequestMs = state.isAnnounced ? FIRST_REQUEST_MS : 0;
      state.isAnnounced = true;
      state.isDraining = true;
      for (const connection of connections.values()) endIdle(connection, firstRequestMs);
    },
  };
}

/** Refuses what Node does not pass on as a request. */
function refuseUnservable(
  server: Server,
  connections: State['connections'],
  onRefused: RequestHandlers['onRefused'],
): void {
  server.on('clientError', (error, socket) => {
    const connection = connections.get(socket);
    const refused = connection && endAfterParseError(connection, error);
    if (refused !== undefined) onRefused(refused);
  });
  server.on('checkExpectation', (request, response) => {
    const connection = connections.get(request.socket);
    if (connection !== undefined) connection.newestRequest = request;
    onRefused(refuse(response, 'expectation'));
  });
  server.on('connect', ({ method }, socket) => {
    onRefused(refuseOnSocket(socket, 'methodNotAllowed', method));
    linger(socket);
  });
}

function isAfterLast({ last, isClosing }: Connection, { isDraining }: State): boolean {
  return last !== undefined && (isClosing || isDraining);
}

/** `isAnnounced` is true once `announce` was called, and `isDraining` once `begin` was called. */
type State = {
  connections: ReadonlyMap<Duplex, Connection>;
  isAnnounced: boolean;
  isDraining: boolean;
};
type Dispatch = (connection: Connection, exchange: Exchange) => void;

/** Creates a function that starts a request at once, or queues it until its connection may start another. */
function createDispatcher(state: State, { app, onRefused }: RequestHandlers): Dispatch {
  const mayStart = createStartLimiter();
  const start: Dispatch = (connection, { request, response }) => {
    connection.pending += 1;
    response.on('close', release);
    if (state.isAnnounced && connection.last === response) markLast(connection);
    if (hasInvalidHost(request)) onRefused(refuse(response, 'invalidRequest'));
    else app(request, response);
  };
  // A function with `this` instead of a closure for each request.
  const release = function (this: ServerResponse): void {
    const { socket } = this.req;
    const connection = state.connections.get(socket);
    if (connection === undefined) return;
    connection.pending -= 1;
    if (connection.last === this) connection.last = undefined;
    if (connection.newestRequest?.complete === true) connection.newestRequest = undefined;
    if (state.isDraining && connection.last === undefined) socket.destroySoon();
    wake(connection);
  };
  const wake = (connection: Connection): void => {
    const { isWakeScheduled, pending, waiting } = connection;
    if (isWakeScheduled || pending >= PENDING_RESPONSES_MAX || waiting.length === 0) return;
    connection.isWakeScheduled = true;
    setImmediate(() => startWaiting(connection));
  };
  const startWaiting = (connection: Connection): void => {
    connection.isWakeScheduled = false;
    const { socket, waiting } = connection;
    if (socket.destroyed) return;
    while (waiting.length > 0 && mayStart(connection)) {
      const next = waiting.shift();
      if (next !== undefined) start(connection, next);
    }
    if (waiting.length === 0) socket.resume();
    else wake(connection);
  };
  return (connection, exchange) => {
    if (connection.waiting.length === 0 && mayStart(connection)) {
      start(connection, exchange);
      return;
    }
    connection.waiting.push(exchange);
    connection.socket.pause();
    wake(connection);
  };
}
