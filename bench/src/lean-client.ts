import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { HttpClient } from './http-client.ts';
import type { LoadRequest } from './load/load.ts';
import type { ServerProcess } from './server-process.ts';

/**
 * Creates a client for requests that take about a millisecond: the client of Node would use a tenth of that on the core
 * of PostgreSQL. Measures from before the request is built until the last byte of the response.
 */
export async function createLeanClient({ name, url }: ServerProcess): Promise<HttpClient> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  return {
    send: async (asked) => {
      const startedAt = performance.now();
      const answered = readAnswer(socket);
      socket.write(textOf(asked));
      const { head, body } = await answered;
      const ms = performance.now() - startedAt;
      if (head.startsWith('HTTP/1.1 200 ')) return { ms, body: JSON.parse(body) };
      throw new Error(`${name} answered ${head.slice(0, 40)}: ${body.slice(0, 300)}`);
    },
    close: () => socket.destroy(),
  };
}

function textOf({ method, path, headers, body = '' }: LoadRequest): string {
  const all = { host: 'localhost', ...headers, 'content-length': Buffer.byteLength(body) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

type Answer = { head: string; body: string };

const END_OF_HEAD = '\r\n\r\n';

/** The next one on the connection, which is alone on its way. */
async function readAnswer(socket: Socket): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  let bytes: Buffer = Buffer.alloc(0);
  const take = (chunk: Buffer): void => {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
    const at = bytes.indexOf(END_OF_HEAD);
    if (at < 0) return;
    const head = bytes.toString('latin1', 0, at);
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1]);
    const body = bytes.subarray(at + END_OF_HEAD.length);
    if (Number.isNaN(length)) reject(new Error(`An answer without a length: ${head}`));
    else if (body.length >= length) resolve({ head, body: body.toString() });
  };
  const fail = (): void => reject(new Error('The connection ended before the answer.'));
  socket.on('data', take).once('close', fail);
  return await promise.finally(() => socket.off('data', take).off('close', fail));
}
