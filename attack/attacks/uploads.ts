import { setTimeout as wait } from 'node:timers/promises';
import type { Attack, Target } from '../attack.ts';
import { countOutcomes, type Outcomes } from '../outcomes.ts';
import { endOf, listenTo, openSocket } from '../raw.ts';
import { post, times } from '../send.ts';
import { formHeaders, sendForms, startOfForm, UPLOAD_PATH } from '../upload.ts';

const FILE_BYTES = 20_000_000;
const HELD_MS = 15_000;

/** Files, which are read, looked at, encrypted and stored as they come. */
export const uploads: Attack[] = [
  {
    name: 'uploads',
    sends: '40 uploads of 20 MB at once, heap of 512 MB',
    heapMb: 512,
    run: async (target) =>
      await sendForms(target, 40, { name: 'datos.csv', bytes: Buffer.alloc(FILE_BYTES, 'a,b\n') }),
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

async function cutUploads(target: Target, count: number): Promise<Outcomes> {
  const headers = { ...formHeaders(target), 'content-length': FILE_BYTES };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `POST ${UPLOAD_PATH} HTTP/1.1\r\nhost: gateway\r\n${lines.join('')}\r\n`;
  const start = `${head}${startOfForm('datos.csv')}`;
  const part = Buffer.alloc(FILE_BYTES / 10, 'a,b\n');
  const sockets = await times({ count, width: 50 }, async (n) => {
    const socket = await openSocket(target);
    const asked = listenTo(socket);
    socket.write(start);
    socket.write(part);
    if (n % 4 === 0) setTimeout(() => socket.destroy(), 1_000);
    return { n, asked };
  });
  await wait(HELD_MS);
  const ends = sockets.map(async ({ n, asked }) => {
    const end = await endOf(asked);
    return n % 4 === 0 ? 'gone' : end;
  });
  return countOutcomes(await Promise.all(ends));
}
