import type { Workload } from '../bench.ts';
import { graphqlRequest } from '../contender.ts';
import { measurePoint, megabytes } from '../curve.ts';
import { SHAPE } from '../dataset.ts';
import { BUSINESS_DETAIL } from '../operations.ts';
import { readMemory } from '../proc.ts';
import { createRandom } from '../stats.ts';

const CONNECTIONS = [1, 16, 64, 256, 1000, 2000];
const REQUESTS = 5_000;
const COLUMNS = ['connections', 'req/s', 'p50 ms', 'p99 ms', 'ceiling req/s', 'p99 ms', 'MB'];

/** GraphQL reads of a business on more and more connections without pause. */
export const growthConnections: Workload = {
  name: 'growth-connections',
  runs: 'named',
  run: async ({ fleet, load }) => {
    const { gateway, headers, peers } = await fleet();
    const random = createRandom(7);
    const requests = Array.from({ length: REQUESTS }, () => {
      const databaseId = 1 + Math.floor(random() * SHAPE.businesses);
      return graphqlRequest(BUSINESS_DETAIL, { databaseId }, headers);
    });
    const rows: string[][] = [];
    for (const connections of CONNECTIONS) {
      const ours = await measurePoint(gateway, { requests, connections }, load);
      const bare = await measurePoint(peers.ceiling, { requests, connections }, load);
      rows.push([
        String(connections),
        ours.perSecond.toFixed(0),
        ours.p50.toFixed(1),
        ours.p99.toFixed(1),
        bare.perSecond.toFixed(0),
        bare.p99.toFixed(1),
        megabytes(readMemory(gateway.pid).resident),
      ]);
    }
    const title = 'Connections that ask for one business by GraphQL without a pause';
    return { curves: [{ workload: 'growth-connections', title, columns: COLUMNS, rows }] };
  },
};
