import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Target } from './attack.ts';

/** One TCP connection that reads nothing until it is told to. */
export async function openSocket({ url }: Pick<Target, 'url'>): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => socket.destroy());
  socket.pause();
  await once(socket, 'connect');
  return socket;
}

/** A whole request to /graphql with its body. */
export function requestText({ headers }: Pick<Target, 'headers'>, body: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = Buffer.byteLength(body);
  const head = `POST /graphql HTTP/1.1\r\nhost: gateway\r\n${lines.join('')}`;
  return `${head}content-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`;
}

/** A connection on which something was sent, and what of an answer has come. */
export type Listened = { socket: Socket; startOf: () => string };

export function listenTo(socket: Socket): Listened {
  let start = '';
  socket.on('data', (chunk: Buffer) => {
    start += chunk.toString('latin1', 0, 100);
  });
  return { socket, startOf: () => start };
}

/** Ends it, and tells what it has come to by now: a status, or none. */
export async function endOf({ socket, startOf }: Listened): Promise<string> {
  const isClosed = await isClosedWithin(socket, 10);
  socket.destroy();
  return /^HTTP\/1.1 (\d+)/.exec(startOf())?.[1] ?? (isClosed ? 'cut off' : 'waits');
}

/** Resolves once the other side has ended the connection, or `timeoutMs` are over: then false. */
export async function isClosedWithin(socket: Socket, timeoutMs: number): Promise<boolean> {
  if (socket.closed) return true;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), timeoutMs);
  socket.once('close', () => resolve(true));
  const isClosed = await promise;
  clearTimeout(timer);
  return isClosed;
}
