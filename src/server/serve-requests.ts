import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { hasWrongHost, type Refused, refusalOf, refuse, refuseOnSocket } from './refusals.ts';

/** How many answers one connection is owed at most before no more is read of it. */
const ANSWERS_OWED_MAX = 16;
/**
 * How many requests of one connection begin in one round of the loop. Answers that need nothing but time are made as
 * fast as requests are read, so that nobody else would have a turn in between.
 */
const BEGUN_PER_ROUND = 4;

type Exchange = { request: IncomingMessage; response: ServerResponse };

type Connection = {
  socket: Socket;
  /** The last answer that it waits for. */
  last: ServerResponse | undefined;
  /** How many answers are being made or sent. */
  owed: number;
  /** The last round in which some began, and how many. */
  round: number;
  begun: number;
  /** What was read and has not begun. */
  waiting: Exchange[];
  isWoken: boolean;
};

/** Who answers requests, and who is told of those that are refused before. */
export type Serving = { app: RequestListener; onRefused: (refused: Refused) => void };

/** Hands requests to the app. Once what it returns is called, connections end with the answer they wait for. */
export function serveRequests(server: Server, serving: Serving): () => void {
  const connections = new Map<Duplex, Connection>();
  const state = { connections, isDraining: false };
  const take = createTake(state, serving);
  server.on('connection', (socket) => {
    connections.set(socket, openConnection(socket));
    // Of a client that has gone nothing begins that has not begun.
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', (request, response) => {
    const connection = connections.get(request.socket);
    // Behind an answer that is the last there is none, so nothing may happen (RFC 9112, 9.6).
    if (connection === undefined || (state.isDraining && connection.last !== undefined)) return;
    connection.last = response;
    take(connection, { request, response });
  });
  server.on('clientError', (error, socket) => {
    const refused = endBroken(socket, error, connections.get(socket)?.last);
    if (refused !== undefined) serving.onRefused(refused);
  });
  return () => {
    state.isDraining = true;
    for (const [socket, { last }] of connections) {
      if (last === undefined) socket.destroy();
      else endAfter(last);
    }
  };
}

function openConnection(socket: Socket): Connection {
  const connection: Connection = {
    socket,
    last: undefined,
    owed: 0,
    round: 0,
    begun: 0,
    waiting: [],
    isWoken: false,
  };
  // Each request may wait for its client to go; Node warns of more than ten.
  socket.setMaxListeners(2 * ANSWERS_OWED_MAX);
  // Whoever reads a body has Node read on.
  socket.on('resume', () => {
    if (connection.waiting.length > 0) socket.pause();
  });
  return connection;
}

type State = { connections: ReadonlyMap<Duplex, Connection>; isDraining: boolean };
type Take = (connection: Connection, exchange: Exchange) => void;

/** Has the app answer a request at once where its connection has a turn, or else when it has one. */
function createTake(state: State, { app, onRefused }: Serving): Take {
  const hasTurn = createTurns();
  const begin: Take = (connection, { request, response }) => {
    connection.owed += 1;
    response.on('close', release);
    if (state.isDraining) endAfter(response);
    if (hasWrongHost(request)) onRefused(refuse(response, 'invalidRequest'));
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
    wake(connection);
  };
  const wake = (connection: Connection): void => {
    const { isWoken, owed, waiting } = connection;
    if (isWoken || owed >= ANSWERS_OWED_MAX || waiting.length === 0) return;
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

/** Whether a request of the connection may begin in this round of the loop; counts it where it may. */
function createTurns(): (connection: Connection) => boolean {
  let round = 1;
  let isCounted = false;
  const nextRound = (): void => {
    isCounted = false;
    round += 1;
  };
  return (connection) => {
    if (connection.owed >= ANSWERS_OWED_MAX) return false;
    if (connection.round !== round) Object.assign(connection, { round, begun: 0 });
    if (connection.begun >= BEGUN_PER_ROUND) return false;
    connection.begun += 1;
    if (!isCounted) setImmediate(nextRound);
    isCounted = true;
    return true;
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
): Refused | undefined {
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
