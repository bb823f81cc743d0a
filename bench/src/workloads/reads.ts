import type { Workload } from '../bench.ts';
import { compare } from '../compare.ts';
import { type Contender, graphqlRequest } from '../contender.ts';
import { SHAPE } from '../dataset.ts';
import type { Fleet } from '../fleet.ts';
import type { LoadRequest } from '../load/load.ts';
import { BUSINESS_DETAIL, POSTGRAPHILE_DETAIL } from '../operations.ts';
import { fromPostgraphile } from '../postgraphile-answer.ts';
import { createRandom } from '../stats.ts';

const REQUESTS = 5_000;
const TITLE = 'One business by GraphQL';

/** One business with its responsible user, participants and documents. */
export const graphqlSingle: Workload = {
  name: 'graphql-single',
  runs: 'always',
  run: async (bench) => {
    const connections = bench.isQuick ? [64] : [16, 64, 256];
    const contenders = graphqlContenders(await bench.fleet());
    const workload = { name: 'graphql-single', title: TITLE, connections, contenders };
    // The first that the servers are asked: most of their code is still cold.
    const pace = { ...bench.pace, warmUpSeconds: 3 * bench.pace.warmUpSeconds };
    return { comparisons: await compare(workload, { ...bench, pace }) };
  },
};

/** The same business for one client that waits for each response, so that nothing can be batched. */
export const graphqlOne: Workload = {
  name: 'graphql-one',
  runs: 'always',
  run: async (bench) => {
    const contenders = graphqlContenders(await bench.fleet());
    const workload = { name: 'graphql-one', title: TITLE, connections: [1], contenders };
    const against = bench.isQuick ? ['ceiling'] : bench.against;
    return { comparisons: await compare(workload, { ...bench, against }) };
  },
};

/** The same business through GET /api/v4/business/detail. */
export const restDetail: Workload = {
  name: 'rest-detail',
  runs: 'always',
  run: async (bench) => {
    const workload = {
      name: 'rest-detail',
      title: 'GET /api/v4/business/detail',
      connections: bench.isQuick ? [64] : [1, 16, 64, 256],
      contenders: restContenders(await bench.fleet()),
    };
    const against = bench.isQuick ? ['ceiling'] : bench.against;
    return { comparisons: await compare(workload, { ...bench, against }) };
  },
};

/** The same businesses for everybody, in no order. */
function randomIds(): number[] {
  const random = createRandom(4);
  return Array.from({ length: REQUESTS }, () => 1 + Math.floor(random() * SHAPE.businesses));
}

function graphqlContenders({ gateway, watched, headers, peers }: Fleet): Contender[] {
  const ids = randomIds();
  const detail = (shown?: Record<string, string>): LoadRequest[] =>
    ids.map((databaseId) => graphqlRequest(BUSINESS_DETAIL, { databaseId }, shown));
  const requests = detail();
  const inItsWords = ids.map((databaseId) => graphqlRequest(POSTGRAPHILE_DETAIL, { databaseId }));
  return [
    { server: gateway, requests: detail(headers) },
    ...(watched ? [{ server: watched, requests: detail(headers) }] : []),
    { server: peers.ceiling, requests },
    { server: peers.static, requests, isFixed: true },
    { server: peers.mercurius, requests },
    { server: peers.postgraphile, requests: inItsWords, read: fromPostgraphile },
    { server: peers.apollo, requests },
  ];
}

function restContenders({ gateway, watched, headers, peers }: Fleet): Contender[] {
  const requests = randomIds().map((id) => restDetailRequest(id, {}));
  const known = requests.map((one) => ({ ...one, headers }));
  return [
    { server: gateway, requests: known },
    ...(watched ? [{ server: watched, requests: known }] : []),
    { server: peers.ceiling, requests },
    { server: peers.static, requests, isFixed: true },
  ];
}

/** Creates the v4 request of a business. */
export function restDetailRequest(id: number, headers: Record<string, string>): LoadRequest {
  return { method: 'GET', path: `/api/v4/business/detail?id=${id}`, headers };
}
