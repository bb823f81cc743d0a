import type { Attack } from '../attack.ts';
import { repeatFor, repeatOperation } from '../graphql.ts';
import { LONG_BUSINESS_ID } from '../rows.ts';

/** A change that changes nothing, whose payload tells so much of the business with long roles. */
function upsertOf(participants: string): { query: string } {
  const external = `externalId:${900 + LONG_BUSINESS_ID},code:"ATK-${LONG_BUSINESS_ID}"`;
  return {
    query: `mutation{upsertBusiness(input:{${external}}){__typename ...on UpsertBusinessPayload{business{${participants}}}}}`,
  };
}

const ROWS = upsertOf('participants(first:400){nodes{id roles}}');
const ALIASES = Array.from({ length: 40 }, (_, n) => `r${n}:roles`).join(' ');
const BYTES = upsertOf(`participants(first:10){nodes{${ALIASES}}}`);

const SECONDS = 20;
const WIDTH = 16;

/** What a change is told of may not be refused once it is made. */
export const payloads: Attack[] = [
  {
    name: 'payload-rows',
    sends: `a mutation whose payload reads and tells 8 MB of roles over and over, ${WIDTH} at once, for ${SECONDS} s, heap of 512 MB`,
    heapMb: 512,
    run: async (target) => await repeatFor(target, ROWS, { seconds: SECONDS, width: WIDTH }),
  },
  {
    name: 'payload-bytes',
    sends: `a mutation whose payload tells 8 MB of 40 times the roles over and over, ${WIDTH} at once, for ${SECONDS} s, heap of 512 MB`,
    heapMb: 512,
    run: async (target) => await repeatFor(target, BYTES, { seconds: SECONDS, width: WIDTH }),
  },
  {
    name: 'payloads-at-once',
    sends: '64 mutations at once whose payloads read and tell 8 MB of roles, heap of 512 MB',
    heapMb: 512,
    run: async (target) => await repeatOperation(target, ROWS, { count: 64, width: 64 }),
  },
];
