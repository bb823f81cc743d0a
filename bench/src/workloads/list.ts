import type { Workload } from '../bench.ts';
import { compare } from '../compare.ts';
import { type Contender, graphqlRequest, sendRequest } from '../contender.ts';
import { SHAPE } from '../dataset.ts';
import type { Fleet } from '../fleet.ts';
import { findMember } from '../json.ts';
import {
  BUSINESS_LIST,
  CURSOR_WALK,
  POSTGRAPHILE_CURSOR_WALK,
  POSTGRAPHILE_LIST,
} from '../operations.ts';
import { fromPostgraphile } from '../postgraphile-answer.ts';
import type { ServerProcess } from '../server-process.ts';

const PAGE = 50;
/** Pages that are asked for, all over the list. */
const PAGES = 100;
const STRIDE = SHAPE.businesses / PAGES;
/** The longest page that the gateway gives. */
const STEP = 100;

/** Pages of 50 complete businesses at positions spread over the list. */
export const graphqlList: Workload = {
  name: 'graphql-list',
  runs: 'always',
  run: async (bench) => {
    const workload = {
      name: 'graphql-list',
      title: 'A list of 50 businesses with everything in them',
      connections: bench.isQuick ? [16] : [1, 16, 64],
      contenders: await createContenders(await bench.fleet()),
    };
    // An answer takes a hundred times as long as that of one business.
    const pace = {
      ...bench.pace,
      rounds: bench.isQuick ? bench.pace.rounds - 1 : bench.pace.rounds,
      seconds: bench.pace.seconds + 1,
      warmUpSeconds: Math.max(2, bench.pace.warmUpSeconds),
    };
    return { comparisons: await compare(workload, { ...bench, pace }) };
  },
};

async function createContenders({ gateway, headers, peers }: Fleet): Promise<Contender[]> {
  const usual = { walk: CURSOR_WALK, list: BUSINESS_LIST };
  const inItsWords = { walk: POSTGRAPHILE_CURSOR_WALK, list: POSTGRAPHILE_LIST };
  const mercurius = await createContender(peers.mercurius, usual);
  const postgraphile = await createContender(peers.postgraphile, inItsWords);
  return [
    await createContender(gateway, usual, headers),
    { ...mercurius, server: peers.ceiling },
    mercurius,
    { ...postgraphile, read: fromPostgraphile },
    { ...mercurius, server: peers.apollo },
  ];
}

/** A cursor is a server's own affair, so each is asked for its own; the places are the same. */
async function createContender(
  server: ServerProcess,
  { walk, list }: { walk: string; list: string },
  headers: Record<string, string> = {},
): Promise<Contender> {
  const cursors: unknown[] = [];
  let after: unknown;
  for (let page = 0; page < PAGES - 1; page += 1) {
    for (let done = 0; done < STRIDE; done += STEP) {
      const answer = await sendRequest(
        server,
        graphqlRequest(walk, { first: STEP, after }, headers),
      );
      after = findMember(answer, 'data', 'businesses', 'pageInfo', 'endCursor');
    }
    cursors.push(after);
  }
  const requests = cursors.map((cursor) =>
    graphqlRequest(list, { first: PAGE, after: cursor }, headers),
  );
  return { server, requests };
}
