import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { GatheringRequest } from '../../http/backpressure/gathering-request.ts';
import { linger } from './linger.ts';
import { PENDING_RESPONSES_MAX, type PipelineState } from './pipelining.ts';
import { type Refusal, refuseOnSocket, toRefusalKind } from './refusals.ts';

export type Exchange = { request: IncomingMessage; response: ServerResponse };

export type Connection = PipelineState & {
  socket: Socket;
  /** True once a request was received on the connection. */
  hasReceivedRequest: boolean;
  /** Newest request. Undefined when it is complete and has its response. */
  newestRequest: IncomingMessage | undefined;
  /** Newest pending response. Undefined when none is pending. */
  last: ServerResponse | undefined;
  /** Requests that were read and have not started. */
  waiting: Exchange[];
  isWakeScheduled: boolean;
  /** True when the last response closes the connection. */
  isClosing: boolean;
  /** True when the input cannot be parsed any further. */
  isBroken: boolean;
  /** True when further input is discarded. */
  isLingering: boolean;
};

export function openConnection(socket: Socket): Connection {
  const connection: Connection = {
    socket,
    hasReceivedRequest: false,
    newestRequest: undefined,
    last: undefined,
    pending: 0,
    iteration: 0,
    started: 0,
    waiting: [],
    isWakeScheduled: false,
    isClosing: false,
    isBroken: false,
    isLingering: false,
  };
  // Each pending request may add a close listener; Node warns above ten.
  socket.setMaxListeners(2 * PENDING_RESPONSES_MAX);
  // A consumer of a body makes Node resume reading.
  socket.on('resume', () => {
    if (connection.waiting.length > 0) socket.pause();
  });
  closeByLingering(connection);
  return connection;
}

/** Makes Node linger where it would destroy the connection after its last response, although input is expected. */
function closeByLingering(connection: Connection): void {
  const { socket } = connection;
  if (!(socket instanceof Socket)) return;
  socket.destroySoon = () => {
    if (connection.isLingering) return;
    if (expectsInput(connection)) lingerOn(connection);
    else Socket.prototype.destroySoon.call(socket);
  };
}

function expectsInput({ newestRequest, waiting, isBroken }: Connection): boolean {
  return isBroken || waiting.length > 0 || newestRequest?.complete === false;
}

function lingerOn(connection: Connection): void {
  if (connection.isLingering) return;
  connection.isLingering = true;
  connection.waiting = [];
  const { newestRequest, socket } = connection;
  if (newestRequest instanceof GatheringRequest) newestRequest.abandon();
  linger(socket);
}

/**
 * Adds `Connection: close` to the newest pending response, unless its headers are already sent. In that case the next
 * response gets the header, or the connection is closed without it.
 */
export function markLast(connection: Connection): void {
  const { last } = connection;
  if (last === undefined || last.headersSent) return;
  last.setHeader('connection', 'close');
  connection.isClosing = true;
}

/** Closes a connection without pending responses. A connection without a request so far has `firstRequestMs` for it. */
export function endIdle(connection: Connection, firstRequestMs: number): void {
  const { socket, last, newestRequest, hasReceivedRequest } = connection;
  if (last !== undefined) markLast(connection);
  else if (newestRequest?.complete === false) lingerOn(connection);
  else if (hasReceivedRequest || firstRequestMs === 0) socket.destroy();
  else
    setTimeout(() => {
      if (connection.last === undefined) socket.destroy();
    }, firstRequestMs).unref();
}

/**
 * Destroys a connection without data for the timeout of its socket, unless data has arrived: timers run before sockets
 * are read, so that a process that was not running for some seconds would reset a connection with a new request. A
 * connection that this process has paused, and whose client has read everything, gets the same time again.
 */
export function endAfterTimeout({ socket }: Connection): void {
  const { bytesRead, timeout = 0 } = socket;
  if (socket.isPaused() && socket.writableLength === 0) {
    socket.setTimeout(timeout);
    return;
  }
  setImmediate(() => {
    if (socket.bytesRead === bytesRead) socket.destroy();
  });
}

/** Closes a connection after a parse error. Returns the refusal when one is sent, otherwise undefined. */
export function endAfterParseError(connection: Connection, error: Error): Refusal | undefined {
  const { socket, last, isBroken, isLingering } = connection;
  if (isBroken || isLingering) return undefined;
  connection.isBroken = true;
  if (!socket.writable) socket.destroy();
  else if (last === undefined) return refuseAndLinger(connection, error);
  else if (last.req.complete || last.writableEnded) {
    // The error follows a complete request, which gets its response first.
    markLast(connection);
    last.once('close', () => lingerOn(connection));
  } else if (last.headersSent) socket.destroy();
  else return refuseAndLinger(connection, error);
  return undefined;
}

function refuseAndLinger(connection: Connection, error: Error): Refusal | undefined {
  const { socket, last, newestRequest } = connection;
  // A request that was refused before its body arrived gets no second response.
  const hasResponse = last === undefined && newestRequest?.complete === false;
  const refusal = hasResponse ? undefined : refuseOnSocket(socket, toRefusalKind(error));
  lingerOn(connection);
  return refusal;
}
