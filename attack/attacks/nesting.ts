import type { Attack } from '../attack.ts';
import { repeatOperation } from '../graphql.ts';
import { nestedQuery } from '../nested-query.ts';

const OPERATION = { query: nestedQuery(5) };

/** 122,222 points and 19 MB each: businesses in participants in businesses. */
export const nesting: Attack[] = [
  {
    name: 'nesting',
    sends: 'one query of 122,222 points: participants of a business five levels deep',
    run: async (target) => await repeatOperation(target, OPERATION, { count: 1, width: 1 }),
  },
  {
    name: 'nesting-1024',
    sends: 'the same four at once, heap of 1,024 MB',
    heapMb: 1024,
    run: async (target) => await repeatOperation(target, OPERATION, { count: 4, width: 4 }),
  },
  {
    name: 'nesting-512',
    sends: 'the same four at once, heap of 512 MB',
    heapMb: 512,
    run: async (target) => await repeatOperation(target, OPERATION, { count: 4, width: 4 }),
  },
];
