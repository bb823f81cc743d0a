import type { Attack } from '../attack.ts';
import { repeatFor, repeatOperation } from '../graphql.ts';
import { longPageQuery, longRolesQuery, nestedQuery } from '../nested-query.ts';

const SECONDS = 20;
const CONNECTIONS = 16;

/** As much as the limits let through, without a pause, to see what one service can take from the others. */
export const sustained: Attack[] = [
  forSeconds('sustained-objects', 'a query of 11,111 points and 0.7 MB', nestedQuery(4)),
  forSeconds('sustained-bytes', 'a query of 12 points and 5 MB', longRolesQuery(1, 25)),
  forSeconds(
    'sustained-rows',
    'a query of 402 points that reads 8 MB and answers 10 kB',
    longPageQuery(400),
  ),
  forSeconds(
    'sustained-refused',
    'a query of 1,002 points that would read 20 MB',
    longPageQuery(1000),
  ),
  {
    name: 'waiting-rows',
    sends: '48 queries at once that read 8 MB of roles each and answer them, heap of 512 MB',
    heapMb: 512,
    run: async (target) =>
      await repeatOperation(
        target,
        { query: longPageQuery(400, 'id roles') },
        { count: 48, width: 48 },
      ),
  },
];

function forSeconds(name: string, what: string, query: string): Attack {
  return {
    name,
    sends: `${what} over and over, ${CONNECTIONS} at once, for ${SECONDS} s, heap of 512 MB`,
    heapMb: 512,
    run: async (target) =>
      await repeatFor(target, { query }, { seconds: SECONDS, width: CONNECTIONS }),
  };
}
