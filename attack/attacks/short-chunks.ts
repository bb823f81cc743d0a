import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Attack, Target } from '../attack.ts';
import { JSON_CONTENT } from '../headers.ts';
import { countOutcomes, type Outcomes } from '../outcomes.ts';
import { endOf, listenTo, openSocket, requestText } from '../raw.ts';
import { times } from '../send.ts';

/** Bodies of which each byte is a chunk, so that one reading of a connection holds ten thousand. */
export const shortChunks: Attack[] = [
  {
    name: 'bytes-alone',
    sends: '32 bodies of 1 MB in chunks of one byte at once, heap of 512 MB',
    heapMb: 512,
    run: async (target) => {
      const query = `{"query":"{viewer{service}} #${'x'.repeat(1_000_000)}"}`;
      const text = Buffer.from(`${headOf(target.headers)}${inBytes(query)}0\r\n\r\n`);
      return await sendAtOnce(target, { count: 32, first: '', text, heldMs: 20_000 });
    },
  },
  {
    name: 'bytes-begun',
    sends:
      '500 bodies at once, begun with 10,000 chunks of one byte, on connections that have asked before',
    run: async (target) => {
      const text = Buffer.from(`${headOf(target.headers)}${inBytes('x'.repeat(10_000))}`);
      const first = requestText(target, JSON.stringify({ query: '{viewer{service}}' }));
      return await sendAtOnce(target, { count: 500, first, text, heldMs: 10_000 });
    },
  },
  {
    name: 'strangers-bytes',
    sends: '500 bodies at once, begun with 10,000 chunks of one byte, by somebody who is not known',
    run: async (target) => {
      const text = Buffer.from(`${headOf({})}${inBytes('x'.repeat(10_000))}`);
      return await sendAtOnce(target, { count: 500, first: '', text, heldMs: 10_000 });
    },
  },
];

function headOf(headers: object): string {
  const all = { ...headers, ...JSON_CONTENT, 'transfer-encoding': 'chunked' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /graphql HTTP/1.1\r\nhost: gateway\r\n${lines.join('')}\r\n`;
}

function inBytes(text: string): string {
  return text.replaceAll(/[^]/g, (sign) => `1\r\n${sign}\r\n`);
}

type Sending = { count: number; first: string; text: Buffer; heldMs: number };

/** Opens the connections, has each send `first` and then, all at once, `text`. */
async function sendAtOnce(
  target: Target,
  { count, first, text, heldMs }: Sending,
): Promise<Outcomes> {
  const sockets = await times({ count, width: 32 }, async () => {
    const socket = await openSocket(target);
    if (first !== '') {
      socket.write(first);
      socket.resume();
      // One that is cut first is told of at the end.
      await Promise.race([once(socket, 'data'), once(socket, 'close')]).catch(() => undefined);
    }
    return socket;
  });
  const asked = sockets.map((socket) => listenTo(socket.resume()));
  for (const socket of sockets) socket.write(text);
  await wait(heldMs);
  return countOutcomes(await Promise.all(asked.map(endOf)));
}
