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
