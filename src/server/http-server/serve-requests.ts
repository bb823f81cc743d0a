import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { chunkFloodGuard } from '../../http/backpressure/chunk-flood-guard.ts';
import { idleSlices, timeSlices } from '../../scheduling/time-slices.ts';
import { createStartLimiter, PENDING_RESPONSES_MAX, type PipelineState } from './pipelining.ts';
import { hasInvalidHost, type Refusal, refuse, refuseOnSocket, toRefusalKind } from './refusals.ts';

type Exchange = { request: IncomingMessage; response: ServerResponse };

type Connection = PipelineState & {
  socket: Socket;
  /** Newest pending response. Undefined when none is pending. */
  last: ServerResponse | undefined;
  /** True once a request was received on the connection. */
  hasReceivedRequest: boolean;
  /** Requests that were read and have not started. */
  waiting: Exchange[];
  isWakeScheduled: boolean;
  /** True when the last response closes the connection. */
  isClosing: boolean;
};

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
    // No response may follow the last one of a connection (RFC 9112, 9.6).
    if (connection === undefined || isAfterLast(connection, state)) return;
    connection.last = response;
    connection.hasReceivedRequest = true;
    dispatch(connection, { request, response });
  });
  server.on('clientError', (error, socket) => {
    const refused = endAfterParseError(socket, error, connections.get(socket)?.last);
    if (refused !== undefined) serving.onRefused(refused);
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

/** Time for a new connection to send its first request: a proxy that has opened one sends its request immediately. */
const FIRST_REQUEST_MS = 500;

function endIdle(connection: Connection, firstRequestMs: number): void {
  const { socket, last, hasReceivedRequest } = connection;
  if (last !== undefined) markLast(connection);
  else if (hasReceivedRequest || firstRequestMs === 0) socket.destroy();
  else
    setTimeout(() => {
      if (connection.last === undefined) socket.destroy();
    }, firstRequestMs).unref();
}

function isAfterLast({ last, isClosing }: Connection, { isDraining }: State): boolean {
  return last !== undefined && (isClosing || isDraining);
}

/**
 * Adds `Connection: close` to the newest pending response, unless its headers are already sent. In that case the next
 * response gets the header, or the connection is closed without it.
 */
function markLast(connection: Connection): void {
  const { last } = connection;
  if (last === undefined || last.headersSent) return;
  setConnectionClose(last);
  connection.isClosing = true;
}

function openConnection(socket: Socket): Connection {
  const connection: Connection = {
    socket,
    last: undefined,
    hasReceivedRequest: false,
    pending: 0,
    iteration: 0,
    started: 0,
    waiting: [],
    isWakeScheduled: false,
    isClosing: false,
  };
  // Each pending request may add a close listener; Node warns above ten.
  socket.setMaxListeners(2 * PENDING_RESPONSES_MAX);
  // A consumer of a body makes Node resume reading.
  socket.on('resume', () => {
    if (connection.waiting.length > 0) socket.pause();
  });
  return connection;
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

/** Closes a connection after a parse error. Returns the refusal when one is sent, otherwise undefined. */
function endAfterParseError(
  socket: Duplex,
  error: Error,
  pendingResponse: ServerResponse | undefined,
): Refusal | undefined {
  if (!socket.writable) socket.destroy();
  // The error follows a complete request, which gets its response first.
  else if (pendingResponse?.req.complete === true) {
    setConnectionClose(pendingResponse);
    pendingResponse.once('close', () => socket.destroy());
  } else if (pendingResponse?.headersSent === true) socket.destroy();
  else return refuseOnSocket(socket, toRefusalKind(error));
  return undefined;
}

function setConnectionClose(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}
