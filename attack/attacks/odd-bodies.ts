import { setTimeout as wait } from 'node:timers/promises';
import type { Attack, Target } from '../attack.ts';
import { JSON_CONTENT } from '../headers.ts';
import { countOutcomes, type Outcomes } from '../outcomes.ts';
import { endOf, listenTo, openSocket } from '../raw.ts';
import { post, times } from '../send.ts';

/** Bodies that nobody wants, and bodies in pieces. */
export const oddBodies: Attack[] = [
  {
    name: 'bodies-refused',
    sends: '100 bodies of 20 MB at once where 1 MB is taken, heap of 512 MB',
    heapMb: 512,
    run: async (target) => {
      const body = Buffer.alloc(20_000_000, ' ');
      const sent = { url: target.url, path: '/graphql', body };
      const headers = { ...target.headers, ...JSON_CONTENT };
      return countOutcomes(
        await times({ count: 100, width: 64 }, async () => (await post({ ...sent, headers })).text),
      );
    },
  },
  {
    name: 'bytes-alone',
    sends: '32 bodies of 1 MB in chunks of one byte at once, heap of 512 MB',
    heapMb: 512,
    run: async (target) => await sendAlone(target, '/graphql', JSON_CONTENT),
  },
];

const HELD_MS = 20_000;

async function sendAlone(target: Target, path: string, type: object): Promise<Outcomes> {
  const lines = Object.entries({ ...target.headers, ...type, 'transfer-encoding': 'chunked' });
  const text = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = `POST ${path} HTTP/1.1\r\nhost: gateway\r\n${text}\r\n`;
  const query = `{"query":"{viewer{service}} #${'x'.repeat(1_000_000)}"}`;
  const body = Buffer.from(query.replaceAll(/[^]/g, (sign) => `1\r\n${sign}\r\n`) + '0\r\n\r\n');
  const sockets = await times({ count: 32, width: 32 }, async () => {
    const socket = await openSocket(target);
    const asked = listenTo(socket);
    socket.resume();
    socket.write(head);
    socket.write(body);
    return asked;
  });
  await wait(HELD_MS);
  return countOutcomes(await Promise.all(sockets.map(endOf)));
}
