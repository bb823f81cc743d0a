import type { Bench, Workload } from '../bench.ts';
import { graphqlRequest } from '../contender.ts';
import { SHAPE } from '../dataset.ts';
import { createHeaders, startGateway } from '../gateway.ts';
import type { LoadRequest } from '../load/load.ts';
import { BUSINESS_DETAIL } from '../operations.ts';
import { spreadTree } from '../pinning.ts';
import { readCpuMicroseconds, readTreeCpuMicroseconds } from '../proc.ts';
import type { ServerProcess } from '../server-process.ts';
import { createRandom } from '../stats.ts';

const COUNTS = [1, 2, 4];
const CONNECTIONS = 64;
const SECONDS = 5;
const REQUESTS = 5_000;
const COLUMNS = [
  'processes',
  'req/s in all',
  'p99 ms',
  'CPU µs a process',
  'PostgreSQL',
  'processes a core of PostgreSQL feeds',
];

/** Several gateways on one database, without pinned cores. */
export const growthProcesses: Workload = {
  name: 'growth-processes',
  runs: 'named',
  run: async (bench) => {
    const { postgres, templates } = bench;
    await postgres.create('writes', templates.loaded);
    spreadTree(postgres.pid);
    const url = postgres.urlOf('writes');
    const requests = makeRequests(await createHeaders(url));
    const rows: string[][] = [];
    const servers: ServerProcess[] = [];
    for (const count of COUNTS) {
      while (servers.length < count) {
        servers.push(await startGateway(url, { name: `gateway-${servers.length}`, cores: 'all' }));
      }
      await measureTogether(servers, requests, bench);
      rows.push([String(count), ...(await measureTogether(servers, requests, bench))]);
    }
    for (const server of servers) await server.stop();
    const title =
      'Gateway processes on one database, one business by GraphQL, 64 connections in all';
    return { curves: [{ workload: 'growth-processes', title, columns: COLUMNS, rows }] };
  },
};

function makeRequests(headers: Record<string, string>): LoadRequest[] {
  const random = createRandom(8);
  return Array.from({ length: REQUESTS }, () => {
    const databaseId = 1 + Math.floor(random() * SHAPE.businesses);
    return graphqlRequest(BUSINESS_DETAIL, { databaseId }, headers);
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0);
}

async function measureTogether(
  servers: readonly ServerProcess[],
  requests: readonly LoadRequest[],
  { load, postgres }: Bench,
): Promise<string[]> {
  const connections = CONNECTIONS / servers.length;
  const used = (): number[] => servers.map(({ pid }) => readCpuMicroseconds(pid));
  const [serversBefore, postgresBefore] = [sum(used()), readTreeCpuMicroseconds(postgres.pid)];
  const results = await Promise.all(
    servers.map(
      async ({ url }) => await load.generator.run({ url, requests, connections, seconds: SECONDS }),
    ),
  );
  const answered = sum(results.map((one) => one.requests));
  const serverCpu = (sum(used()) - serversBefore) / answered;
  const postgresCpu = (readTreeCpuMicroseconds(postgres.pid) - postgresBefore) / answered;
  return [
    sum(results.map((one) => one.requests / one.seconds)).toFixed(0),
    Math.max(...results.map((one) => one.p99)).toFixed(1),
    serverCpu.toFixed(0),
    postgresCpu.toFixed(0),
    (serverCpu / postgresCpu).toFixed(1),
  ];
}
