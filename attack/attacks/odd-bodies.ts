import type { Attack } from '../attack.ts';
import { JSON_CONTENT } from '../headers.ts';
import { countOutcomes } from '../outcomes.ts';
import { post, times } from '../send.ts';

/** Bodies that nobody wants. */
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
];
