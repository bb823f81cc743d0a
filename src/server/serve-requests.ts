import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { hasWrongHost, refusalOf, refuse, refuseOnSocket } from './refusals.ts';

/** How many answers one connection is owed at most before no more is read of it. */
const ANSWERS_OWED_MAX = 16;

type Exchange = { request: IncomingMessage; response: ServerResponse };

type Connection = {
  /** The last answer that it waits for. */
  last: ServerResponse | undefined;
  /** How many answers are being made or sent. */
  owed: number;
  /** What came with the requests of those, and begins in a later round of the loop when some of them are sent. */
  waiting: Exchange[];
  isWoken: boolean;
};

/** Hands requests to the app. Once what it returns is called, connections end with the answer they wait for. */
export function serveRequests(server: Server, app: RequestListener): () => void {
  const connections = new Map<Duplex, Connection>();
  const state = { connections, isDraining: false };
  const begin = createBegin(state, app);
  server.on('connection', (socket) => {
    connections.set(socket, openConnection(socket));
    // Of a client that has gone nothing begins that has not begun.
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket);
    // Behind an answer that is the last there is none, so nothing may happen (RFC 9112, 9.6).
    if (connection === undefined || (state.isDraining && connection.last !== undefined)) return;
    connection.last = response;
    if (connection.owed < ANSWERS_OWED_MAX) begin(connection, { request, response });
    else {
      connection.waiting.push({ request, response });
      socket.pause();
    }
  });
  server.on('clientError', (error, socket) =>
    endBroken(socket, error, connections.get(socket)?.last),
  );
  return () => {
    state.isDraining = true;
    for (const [socket, { last }] of connections) {
      if (last === undefined) socket.destroy();
      else endAfter(last);
    }
  };
}

type State = { connections: ReadonlyMap<Duplex, Connection>; isDraining: boolean };
type Begin = (connection: Connection, exchange: Exchange) => void;

/** Has the app answer a request, and then the next that waits on its connection. */
function createBegin(state: State, app: RequestListener): Begin {
  const begin: Begin = (connection, { request, response }) => {
    connection.owed += 1;
    response.on('close', release);
    if (state.isDraining) endAfter(response);
    if (hasWrongHost(request)) refuse(response, 'invalidRequest');
    else app(request, response);
  };
  /** One for all answers; made anew for each, it would be made for every request. */
  const release = function (this: ServerResponse): void {
    const { socket } = this.req;
    const connection = state.connections.get(socket);
    if (connection === undefined) return;
    connection.owed -= 1;
    if (connection.last === this) connection.last = undefined;
    if (state.isDraining && connection.last === undefined) socket.destroySoon();
    if (connection.waiting.length === 0 || connection.isWoken) return;
    connection.isWoken = true;
    // Not at once: answers that need nothing but time would be made one after the other, and nobody else's between.
    setImmediate(() => beginWaiting(socket, connection));
  };
  const beginWaiting = (socket: Socket, connection: Connection): void => {
    connection.isWoken = false;
    if (socket.destroyed) return;
    const room = ANSWERS_OWED_MAX - connection.owed;
    for (const exchange of connection.waiting.splice(0, room)) begin(connection, exchange);
    if (connection.waiting.length === 0) socket.resume();
  };
  return begin;
}

function openConnection(socket: Socket): Connection {
  const connection: Connection = { last: undefined, owed: 0, waiting: [], isWoken: false };
  // Whoever reads a body has Node read on.
  socket.on('resume', () => {
    if (connection.waiting.length > 0) socket.pause();
  });
  return connection;
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
