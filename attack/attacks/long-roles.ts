import type { Attack } from '../attack.ts';
import { repeatOperation } from '../graphql.ts';
import { longRolesQuery } from '../nested-query.ts';

/** Few points and many bytes: participants with 20 kB of roles each. */
export const longRoles: Attack[] = [
  {
    name: 'long-roles',
    sends: 'four queries of 12 points and 10 MB at once, heap of 512 MB',
    heapMb: 512,
    run: async (target) =>
      await repeatOperation(target, { query: longRolesQuery(1, 50) }, { count: 4, width: 4 }),
  },
  {
    name: 'text-too-long',
    sends: 'one query of 12,222 points whose answer is longer than a string may be',
    run: async (target) =>
      await repeatOperation(target, { query: longRolesQuery(4, 3) }, { count: 1, width: 1 }),
  },
];
