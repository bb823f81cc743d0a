import { once } from 'node:events';
import type { Attack } from '../attack.ts';
import { countOutcomes } from '../outcomes.ts';
import { openSocket, requestText } from '../raw.ts';

const REQUESTS = 20_000;
const READ_MS = 30_000;

export const pipelining: Attack[] = [
  {
    name: 'pipelining',
    sends: `${REQUESTS} requests on one connection, at once`,
    run: async (target) => {
      const socket = await openSocket(target);
      let answers = 0;
      socket.on('data', (chunk: Buffer) => {
        answers += chunk.toString('latin1').split('HTTP/1.1 ').length - 1;
        if (answers >= REQUESTS) socket.destroy();
      });
      socket.resume();
      const one = requestText(target, JSON.stringify({ query: '{viewer{service}}' }));
      socket.write(one.repeat(REQUESTS));
      const timer = setTimeout(() => socket.destroy(), READ_MS);
      await once(socket, 'close');
      clearTimeout(timer);
      return countOutcomes(Array.from({ length: answers }, () => 'answered'));
    },
  },
  {
    name: 'pipelining-gone',
    sends: `${REQUESTS} requests on one connection, whose client then goes`,
    run: async (target) => {
      const socket = await openSocket(target);
      const one = requestText(target, JSON.stringify({ query: '{viewer{service}}' }));
      const { promise, resolve } = Promise.withResolvers<void>();
      setTimeout(resolve, 2_000);
      socket.write(one.repeat(REQUESTS), () => resolve());
      await promise;
      socket.resetAndDestroy();
      return countOutcomes(['gone']);
    },
  },
];
