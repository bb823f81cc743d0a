import { connect, type Socket } from 'node:net';
import type { LoadRequest } from './load.ts';

/** Completed request: milliseconds since the load began, and its duration. */
export type Answered = { at: number; ms: number };

export type SteadyLoad = {
  url: string;
  /** Sent one after the other, from the first again where they do not suffice. */
  requests: readonly LoadRequest[];
  connections: number;
  seconds: number;
};

/** Opens connections that each send the next request after the response. Throws for any status but 200. */
export async function loadSteadily(load: SteadyLoad): Promise<Answered[]> {
  const { host, hostname, port } = new URL(load.url);
  const texts = load.requests.map((one) => encodeRequest(host, one));
  const answered: Answered[] = [];
  const startedAt = performance.now();
  const endAt = startedAt + load.seconds * 1000;
  let next = 0;
  const client = async (): Promise<void> => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    while (performance.now() < endAt) {
      const text = texts[next % texts.length] ?? Buffer.alloc(0);
      next += 1;
      const sentAt = performance.now();
      await exchange(socket, text);
      const now = performance.now();
      answered.push({ at: now - startedAt, ms: now - sentAt });
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: load.connections }, client));
  return answered;
}

function encodeRequest(host: string, { method, path, headers, body = '' }: LoadRequest): Buffer {
  const lines = Object.entries({ host, ...headers, 'content-length': Buffer.byteLength(body) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${head}\r\n${body}`);
}

/** Sends one request and resolves when its answer is whole. */
async function exchange(socket: Socket, text: Buffer): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let head: Buffer = Buffer.alloc(0);
    let left: number | undefined;
    const end = (error?: Error): void => {
      socket.off('data', take).off('error', end).off('close', cut);
      if (error === undefined) resolve();
      else reject(error);
    };
    const cut = (): void => end(new Error('A connection was closed.'));
    const take = (chunk: Buffer): void => {
      let rest = chunk;
      if (left === undefined) {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
        const at = head.indexOf('\r\n\r\n');
        if (at < 0) return;
        const said = head.toString('latin1', 0, at);
        if (!said.startsWith('HTTP/1.1 200')) {
          end(new Error(`An answer began with: ${said.slice(0, 40)}`));
          return;
        }
        left = Number(/content-length: (\d+)/i.exec(said)?.[1] ?? 0);
        rest = head.subarray(at + 4);
      }
      left -= rest.length;
      if (left <= 0) end();
    };
    socket.on('data', take).once('error', end).once('close', cut);
    socket.write(text);
  });
}
