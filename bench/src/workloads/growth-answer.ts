import type { Bench, Workload } from '../bench.ts';
import { graphqlRequest } from '../contender.ts';
import { measurePoint, megabytes } from '../curve.ts';
import { type Fleet, startFleet } from '../fleet.ts';
import { importBusiness } from '../large-business.ts';
import { BUSINESS_DETAIL } from '../operations.ts';
import { readMemory } from '../proc.ts';
import { restDetailRequest } from './reads.ts';

const SIZES = [1, 10, 100, 1000, 10_000];
const FIRST_ID = 8_000_000;
/** The gateway's longest page of participants. */
const PAGE_MAX = 1000;

const COLUMNS = [
  'participants',
  'v4 answer KB',
  'v4 p50 ms',
  'ceiling p50 ms',
  'GraphQL p50 ms',
  'v4 CPU ms',
  'PostgreSQL ms',
  'peak MB',
];

/** Reads of a business with more and more participants, by one client. */
export const growthAnswer: Workload = {
  name: 'growth-answer',
  runs: 'named',
  run: async (bench) => {
    const { postgres, templates } = bench;
    await postgres.create('reads', templates.loaded);
    const url = postgres.urlOf('reads');
    for (const [at, participants] of SIZES.entries()) {
      await importBusiness(url, { id: FIRST_ID + at * 100_000, participants });
    }
    const fleet = await startFleet(url);
    const rows: string[][] = [];
    for (const at of SIZES.keys()) rows.push(await measureSize(bench, fleet, at));
    await fleet.stop();
    const title = `Participants of one business with 3 documents each, one connection; GraphQL at most a page of ${PAGE_MAX}`;
    return { curves: [{ workload: 'growth-answer', title, columns: COLUMNS, rows }] };
  },
};

async function measureSize({ load }: Bench, fleet: Fleet, at: number): Promise<string[]> {
  const { gateway, headers, peers } = fleet;
  const participants = SIZES[at] ?? 0;
  const databaseId = FIRST_ID + at * 100_000;
  const rest = restDetailRequest(databaseId, headers);
  const document = BUSINESS_DETAIL.replace(
    'participants(first: 20)',
    `participants(first: ${Math.min(participants, PAGE_MAX)})`,
  );
  const graphql = graphqlRequest(document, { databaseId }, headers);
  const answer = await fetch(gateway.url + rest.path, { headers });
  const bytes = (await answer.arrayBuffer()).byteLength;
  const v4 = await measurePoint(gateway, { requests: [rest], connections: 1 }, load);
  const bare = await measurePoint(peers.ceiling, { requests: [rest], connections: 1 }, load);
  const paged = await measurePoint(gateway, { requests: [graphql], connections: 1 }, load);
  return [
    String(participants),
    (bytes / 1024).toFixed(0),
    v4.p50.toFixed(2),
    bare.p50.toFixed(2),
    paged.p50.toFixed(2),
    (v4.serverCpu / 1000).toFixed(2),
    (v4.postgresCpu / 1000).toFixed(2),
    megabytes(readMemory(gateway.pid).peak),
  ];
}
