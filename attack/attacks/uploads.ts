import { setTimeout as wait } from 'node:timers/promises';
import type { Attack, Target } from '../attack.ts';
import { countOutcomes, type Outcomes } from '../outcomes.ts';
import { isClosedWithin, openSocket } from '../raw.ts';
import { post, times } from '../send.ts';

const FILE_BYTES = 20_000_000;
const HELD_MS = 15_000;
const BOUNDARY = 'attack-boundary';

/** Files, which are read, looked at, encrypted and stored as they come. */
export const uploads: Attack[] = [
  {
    name: 'uploads',
    sends: '40 uploads of 20 MB at once, heap of 512 MB',
    heapMb: 512,
    run: async (target) => {
      const { head, tail } = formOf(FILE_BYTES);
      const body = Buffer.concat([Buffer.from(head), Buffer.alloc(FILE_BYTES, 'a,b\n'), tail]);
      const ends = await times({ count: 40, width: 40 }, async () => {
        const sent = { url: target.url, path: '/api/v4/file/upload', body };
        return (await post({ ...sent, headers: headersOf(target) })).text;
      });
      return countOutcomes(ends);
    },
  },
  {
    name: 'uploads-cut',
    sends: '200 uploads of 20 MB of which a tenth comes, a quarter of them gone, heap of 512 MB',
    heapMb: 512,
    run: async (target) => await cutUploads(target, 200),
  },
  {
    name: 'long-headers',
    sends: '20,000 requests with 15 kB of headers on 64 connections',
    run: async (target) => {
      const headers = { ...target.headers, 'x-filler': 'x'.repeat(15_000) };
      const ends = await times({ count: 20_000, width: 64 }, async () => {
        const body = '{"query":"{viewer{service}}"}';
        const sent = { url: target.url, path: '/graphql', body };
        return (await post({ ...sent, headers: { ...headers, ...JSON_TYPE } })).text;
      });
      return countOutcomes(ends);
    },
  },
];

const JSON_TYPE = { 'content-type': 'application/json' };

function headersOf({ headers }: Target): Record<string, string> {
  return { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
}

function formOf(bytes: number): { head: string; tail: Buffer; length: number } {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="datos.csv"\r\ncontent-type: text/csv\r\n\r\n`;
  const tail = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
  return { head, tail, length: head.length + bytes + tail.byteLength };
}

async function cutUploads(target: Target, count: number): Promise<Outcomes> {
  const { head, length } = formOf(FILE_BYTES);
  const lines = Object.entries({ ...headersOf(target), 'content-length': length });
  const text = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const start = `POST /api/v4/file/upload HTTP/1.1\r\nhost: gateway\r\n${text}\r\n${head}`;
  const part = Buffer.alloc(FILE_BYTES / 10, 'a,b\n');
  const sockets = await times({ count, width: 50 }, async (n) => {
    const socket = await openSocket(target);
    let answer = '';
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1', 0, 100);
    });
    socket.write(start);
    socket.write(part);
    if (n % 4 === 0) setTimeout(() => socket.destroy(), 1_000);
    return { n, socket, answerOf: () => answer };
  });
  await wait(HELD_MS);
  const ends = sockets.map(async ({ n, socket, answerOf }) => {
    const isClosed = await isClosedWithin(socket, 10);
    socket.destroy();
    if (n % 4 === 0) return 'gone';
    return /^HTTP\/1.1 (\d+)/.exec(answerOf())?.[1] ?? (isClosed ? 'cut off' : 'waits');
  });
  return countOutcomes(await Promise.all(ends));
}
