import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { chunkFloodGuard } from '../../http/backpressure/chunk-flood-guard.ts';
import { idleSlices, timeSlices } from '../../scheduling/time-slices.ts';
import { createPipeline, PENDING_RESPONSES_MAX, type Turn } from './pipelining.ts';
import { hasWrongHost, type Refusal, refusalOf, refuse, refuseOnSocket } from './refusals.ts';

type Exchange = { request: IncomingMessage; response: ServerResponse };

type Connection = Turn & {
  socket: Socket;
  /** The last answer that it waits for. */
  last: ServerResponse | undefined;
  /** True once a request was received on the connection. */
  hasAsked: boolean;
  /** Requests that were read and have not started. */
  waiting: Exchange[];
  isWoken: boolean;
  /** True when the last response closes the connection. */
  isTold: boolean;
};

/** Who answers requests, and who is told of those that are refused before. */
export type Serving = { app: RequestListener; onRefused: (refused: Refusal) => void };

/** Steps of closing connections. The second may occur without the first. */
export type Ending = {
  /** Sends `Connection: close` with each response from now on. All requests are still handled. */
  announce: () => void;
  /**
   * Ends connections that wait for nothing, and the others with the answer that they wait for. After an announcement one that
   * has just come may still send what it came for.
   */
  begin: () => void;
};

/** Hands requests to the app. */
export function serveRequests(server: Server, serving: Serving): Ending {
  const connections = new Map<Duplex, Connection>();
  const state = { connections, isAnnounced: false, isDraining: false };
  const take = createTake(state, serving);
  server.on('connection', (socket) => {
    timeSlices.yieldToConnections();
    idleSlices.yieldToConnections();
    chunkFloodGuard.open(socket);
    connections.set(socket, openConnection(socket));
    // Of a client that has gone nothing begins that has not begun.
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', (request, response) => {
    const connection = connections.get(request.socket);
    // Behind an answer that is the last there is none, so nothing may happen (RFC 9112, 9.6).
    if (connection === undefined || isBehindLast(connection, state)) return;
    connection.last = response;
    connection.hasAsked = true;
    take(connection, { request, response });
  });
  server.on('clientError', (error, socket) => {
    const refused = endBroken(socket, error, connections.get(socket)?.last);
    if (refused !== undefined) serving.onRefused(refused);
  });
  return {
    announce: () => {
      state.isAnnounced = true;
      for (const connection of connections.values()) tellLast(connection);
    },
    begin: () => {
      const freshMs = state.isAnnounced ? FRESH_MS : 0;
      Object.assign(state, { isAnnounced: true, isDraining: true });
      for (const connection of connections.values()) endIdle(connection, freshMs);
    },
  };
}

/** Time in which a new connection sends its request: a proxy has it ready. */
const FRESH_MS = 500;

function endIdle(connection: Connection, freshMs: number): void {
  const { socket, last, hasAsked } = connection;
  if (last !== undefined) tellLast(connection);
  else if (hasAsked || freshMs === 0) socket.destroy();
  else
    setTimeout(() => {
      if (connection.last === undefined) socket.destroy();
    }, freshMs).unref();
}

function isBehindLast({ last, isTold }: Connection, { isDraining }: State): boolean {
  return last !== undefined && (isTold || isDraining);
}

/** Too late where the answer is being sent: then the connection has another, or is ended behind it. */
function tellLast(connection: Connection): void {
  const { last } = connection;
  if (last === undefined || last.headersSent) return;
  endAfter(last);
  connection.isTold = true;
}

function openConnection(socket: Socket): Connection {
  const connection: Connection = {
    socket,
    last: undefined,
    hasAsked: false,
    owed: 0,
    round: 0,
    begun: 0,
    waiting: [],
    isWoken: false,
    isTold: false,
  };
  // Each request may wait for its client to go; Node warns of more than ten.
  socket.setMaxListeners(2 * PENDING_RESPONSES_MAX);
  // Whoever reads a body has Node read on.
  socket.on('resume', () => {
    if (connection.waiting.length > 0) socket.pause();
  });
  return connection;
}

type State = {
  connections: ReadonlyMap<Duplex, Connection>;
  isAnnounced: boolean;
  isDraining: boolean;
};
type Take = (connection: Connection, exchange: Exchange) => void;

/** Creates a function that starts a request at once, or when its connection is permitted to start another. */
function createTake(state: State, { app, onRefused }: Serving): Take {
  const hasTurn = createPipeline();
  const begin: Take = (connection, { request, response }) => {
    connection.owed += 1;
    response.on('close', release);
    if (state.isAnnounced && connection.last === response) tellLast(connection);
    if (hasWrongHost(request)) onRefused(refuse(response, 'invalidRequest'));
    else app(request, response);
  };
  /** One function for all responses, instead of one for each request. */
  const release = function (this: ServerResponse): void {
    const { socket } = this.req;
    const connection = state.connections.get(socket);
    if (connection === undefined) return;
    connection.owed -= 1;
    if (connection.last === this) connection.last = undefined;
    if (state.isDraining && connection.last === undefined) socket.destroySoon();
    wake(connection);
  };
  const wake = (connection: Connection): void => {
    const { isWoken, owed, waiting } = connection;
    if (isWoken || owed >= PENDING_RESPONSES_MAX || waiting.length === 0) return;
    connection.isWoken = true;
    setImmediate(() => beginWaiting(connection));
  };
  const beginWaiting = (connection: Connection): void => {
    connection.isWoken = false;
    const { socket, waiting } = connection;
    if (socket.destroyed) return;
    while (waiting.length > 0 && hasTurn(connection)) {
      const next = waiting.shift();
      if (next !== undefined) begin(connection, next);
    }
    if (waiting.length === 0) socket.resume();
    else wake(connection);
  };
  return (connection, exchange) => {
    if (connection.waiting.length === 0 && hasTurn(connection)) {
      begin(connection, exchange);
      return;
    }
    connection.waiting.push(exchange);
    connection.socket.pause();
    wake(connection);
  };
}

/**
 * After a fault in what a client sends there is no next request to be found on its connection. Answers the refusal, where
 * it is one.
 */
function endBroken(
  socket: Duplex,
  error: Error,
  waiting: ServerResponse | undefined,
): Refusal | undefined {
  if (!socket.writable) socket.destroy();
  // The fault is behind a whole request, which gets its answer first.
  else if (waiting?.req.complete === true) {
    endAfter(waiting);
    waiting.once('close', () => socket.destroy());
  } else if (waiting?.headersSent === true) socket.destroy();
  else return refuseOnSocket(socket, refusalOf(error));
  return undefined;
}

function endAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}
