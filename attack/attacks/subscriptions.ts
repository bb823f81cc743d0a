import type { Attack, Target } from '../attack.ts';
import { countOutcomes, type Outcomes } from '../outcomes.ts';
import { openSocket, requestText } from '../raw.ts';
import { times } from '../send.ts';

const QUERY = 'subscription{businessEvents{id type}}';

/** Streams of events that are opened to be left. */
export const subscriptions: Attack[] = [
  {
    name: 'subscriptions',
    sends:
      '10,000 subscriptions on 64 connections at once, each left as soon as it is begun, heap of 512 MB',
    heapMb: 512,
    run: async (target) => await subscribe(target, { count: 10_000, left: 'begun' }),
  },
  {
    name: 'subscriptions-gone',
    sends:
      '10,000 subscriptions on 64 connections at once, each left as soon as it is sent, heap of 512 MB',
    heapMb: 512,
    run: async (target) => await subscribe(target, { count: 10_000, left: 'sent' }),
  },
  {
    name: 'subscriptions-held',
    sends: '3,000 subscriptions at once, 1,000 of which a service may have, heap of 512 MB',
    heapMb: 512,
    run: async (target) => await subscribe(target, { count: 3_000, left: 'held' }),
  },
];

type Leaving = { count: number; left: 'sent' | 'begun' | 'held' };

async function subscribe(target: Target, { count, left }: Leaving): Promise<Outcomes> {
  const headers = { ...target.headers, accept: 'text/event-stream' };
  const text = requestText({ headers }, JSON.stringify({ query: QUERY }));
  const held: { destroy: () => unknown }[] = [];
  const ends = await times({ count, width: 64 }, async () => {
    const socket = await openSocket(target);
    const { promise, resolve } = Promise.withResolvers<string>();
    socket.once('data', (chunk: Buffer) => resolve(chunk.toString('latin1', 0, 15)));
    socket.once('close', () => resolve('cut off'));
    socket.resume();
    socket.write(text, () => (left === 'sent' ? resolve('gone') : undefined));
    const start = await promise;
    if (left === 'held') held.push(socket);
    else socket.destroy();
    return /^HTTP\/1.1 (\d+)/.exec(start)?.[1] ?? start;
  });
  for (const socket of held) socket.destroy();
  return countOutcomes(ends);
}
