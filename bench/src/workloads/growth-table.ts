import type { Bench, Workload } from '../bench.ts';
import { graphqlRequest } from '../contender.ts';
import { measurePoint } from '../curve.ts';
import { SHAPE } from '../dataset.ts';
import type { LoadRequest } from '../load/load.ts';
import { COPY_STRIDE, multiplyRows } from '../multiply-rows.ts';
import { BUSINESS_DETAIL, BUSINESS_LIST } from '../operations.ts';
import { openGatewayOn, type PrivateGateway } from '../private-gateway.ts';
import { createRandom } from '../stats.ts';
import { restDetailRequest } from './reads.ts';

/** How often the businesses of the data set stand in the tables: 10⁴, 10⁵ and 10⁶ participants. */
const USUAL_COPIES = [0.1, 1, 10];
/** 10⁷ participants and 3 × 10⁷ documents: some 12 GB of disk, and a quarter of an hour to write them. */
const HUGE_COPIES = [100];

/** Reads of a business and of a list page with more and more rows in the tables. */
export const growthTable: Workload = {
  name: 'growth-table',
  runs: 'named',
  run: async (bench) => {
    const title = 'Rows in the tables; one connection, and 64 where it says so';
    const curve = { workload: 'growth-table', title, columns: COLUMNS };
    return { curves: [{ ...curve, rows: await measureSizes(bench, USUAL_COPIES) }] };
  },
};

export const growthTableHuge: Workload = {
  name: 'growth-table-huge',
  runs: 'named',
  run: async (bench) => {
    const title = 'The same with ten million participants';
    const curve = { workload: 'growth-table-huge', title, columns: COLUMNS };
    return { curves: [{ ...curve, rows: await measureSizes(bench, HUGE_COPIES) }] };
  },
};

const COLUMNS = [
  'participants',
  'v4 p50 ms',
  'PostgreSQL µs',
  'GraphQL p50 ms',
  'PostgreSQL µs',
  'list p50 ms',
  'PostgreSQL µs',
  'v4 req/s at 64',
];

async function measureSizes(bench: Bench, sizes: readonly number[]): Promise<string[][]> {
  const rows: string[][] = [];
  for (const copies of sizes) rows.push(await measureSize(bench, copies));
  return rows;
}

async function measureSize(bench: Bench, copies: number): Promise<string[]> {
  const { postgres, templates, load } = bench;
  await postgres.create('grown', templates.loaded);
  await multiplyRows(postgres.urlOf('grown'), copies);
  await using gateway = await openGatewayOn(postgres, 'grown');
  const { server } = gateway;
  const { rest, graphql, list } = makeRequests(gateway, copies);
  const [one, single, page, many] = [
    await measurePoint(server, { requests: rest, connections: 1 }, load),
    await measurePoint(server, { requests: graphql, connections: 1 }, load),
    await measurePoint(server, { requests: list, connections: 1 }, load),
    await measurePoint(server, { requests: rest, connections: 64 }, load),
  ];
  return [
    String(SHAPE.businesses * SHAPE.participants * copies),
    ...[one, single, page].flatMap((point) => [point.p50.toFixed(2), point.postgresCpu.toFixed(0)]),
    many.perSecond.toFixed(0),
  ];
}

const REQUESTS = 20_000;

function makeRequests(
  { headers }: PrivateGateway,
  copies: number,
): Record<'rest' | 'graphql' | 'list', LoadRequest[]> {
  const random = createRandom(copies);
  const ids = Array.from({ length: REQUESTS }, () => {
    const copy = Math.floor(random() * copies);
    return copy * COPY_STRIDE + 1 + Math.floor(random() * SHAPE.businesses * Math.min(copies, 1));
  });
  return {
    rest: ids.map((id) => restDetailRequest(id, headers)),
    graphql: ids.map((id) => graphqlRequest(BUSINESS_DETAIL, { databaseId: id }, headers)),
    list: [graphqlRequest(BUSINESS_LIST, { first: 50 }, headers)],
  };
}
