import type { Attack } from '../attack.ts';
import { JSON_CONTENT } from '../headers.ts';
import { countOutcomes } from '../outcomes.ts';
import { post, times } from '../send.ts';

const COUNT = 500;
const BYTES = 1_000_000;

/**
 * An API key is enough: what is kept of each refusal is what counts. One sign that is not of Latin 1 makes a text take
 * twice the memory.
 */
export const invalidDocuments: Attack[] = [
  {
    name: 'invalid-documents',
    sends: `${COUNT} documents of 1 MB that cannot be parsed, with an API key alone, heap of 1,024 MB`,
    heapMb: 1024,
    run: async ({ url, headers }) => {
      const { 'x-api-key': apiKey, service } = headers;
      const known = { 'x-api-key': apiKey, service, ...JSON_CONTENT };
      const ends = await times({ count: COUNT, width: 4 }, async (n) => {
        const query = `query q${n} { business(code: "€${'x'.repeat(BYTES)}`;
        const sent = { url, path: '/graphql', headers: known, body: JSON.stringify({ query }) };
        return (await post(sent)).text;
      });
      return countOutcomes(ends);
    },
  },
];
