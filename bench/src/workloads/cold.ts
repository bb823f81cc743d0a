import type { Workload } from '../bench.ts';
import { graphqlRequest } from '../contender.ts';
import { SHAPE } from '../dataset.ts';
import { startPeer } from '../fleet.ts';
import { createHeaders, startGateway } from '../gateway.ts';
import type { LoadRequest } from '../load/load.ts';
import { type Answered, loadSteadily } from '../load/steady-clients.ts';
import { BUSINESS_DETAIL } from '../operations.ts';
import { cpuMicroseconds } from '../proc.ts';
import type { ServerProcess } from '../server-process.ts';
import { createRandom, median, quantile } from '../stats.ts';
import { restDetailRequest } from './reads.ts';

const CONNECTIONS = 16;
const SECONDS = 20;
const REQUESTS = 5_000;
/** By then nothing is cold any more. */
const STEADY_SECONDS = 5;

/** What a process does in its first seconds, from the moment in which it says that it is ready. */
export const cold: Workload = {
  name: 'cold',
  runs: 'full',
  run: async (bench) => {
    await bench.postgres.create('reads', bench.templates.loaded);
    const url = bench.postgres.urlOf('reads');
    const headers = await createHeaders(url);
    const curves = [];
    for (const { name, title, requests } of asked(headers)) {
      const rounds = { gateway: [] as Second[][], ceiling: [] as Second[][] };
      for (let round = 0; round < bench.pace.rounds; round += 1) {
        rounds.gateway.push(await measure(async () => await startGateway(url), requests));
        rounds.ceiling.push(await measure(async () => await startPeer('ceiling', url), requests));
      }
      const rows = tell(rounds.gateway, rounds.ceiling);
      curves.push({ workload: `cold-${name}`, title, columns: COLUMNS, rows });
    }
    return { curves };
  },
};

const COLUMNS = [
  'second',
  'req/s',
  '% of steady',
  'p99 ms',
  'CPU µs',
  'ceiling req/s',
  '% of steady',
  'p99 ms',
];

type Asked = { name: string; title: string; requests: LoadRequest[] };

function asked(headers: Record<string, string>): Asked[] {
  const random = createRandom(5);
  const ids = Array.from({ length: REQUESTS }, () => 1 + Math.floor(random() * SHAPE.businesses));
  const seconds = `the first ${SECONDS} seconds of a process, ${CONNECTIONS} connections`;
  return [
    {
      name: 'graphql',
      title: `One business by GraphQL: ${seconds}`,
      requests: ids.map((databaseId) => graphqlRequest(BUSINESS_DETAIL, { databaseId }, headers)),
    },
    {
      name: 'rest',
      title: `GET /api/v4/business/detail: ${seconds}`,
      requests: ids.map((id) => restDetailRequest(id, headers)),
    },
  ];
}

type Second = { perSecond: number; p99: number; cpu: number };

/** Starts a server and loads it at once; the ceiling is ready as soon as it answers, since it has nothing to wait for. */
async function measure(
  start: () => Promise<ServerProcess>,
  requests: readonly LoadRequest[],
): Promise<Second[]> {
  const server = await start();
  const used: number[] = [cpuMicroseconds(server.pid)];
  const sampling = setInterval(() => used.push(cpuMicroseconds(server.pid)), 1000);
  const load = { url: server.url, requests, connections: CONNECTIONS, seconds: SECONDS };
  const answered = await loadSteadily(load);
  clearInterval(sampling);
  used.push(cpuMicroseconds(server.pid));
  await server.stop();
  return Array.from({ length: SECONDS }, (_, second) => {
    const cpu = (used[second + 1] ?? 0) - (used[second] ?? 0);
    return describeSecond(answered, { second, cpu });
  });
}

function describeSecond(
  answered: readonly Answered[],
  { second, cpu }: { second: number; cpu: number },
): Second {
  const within = answered.filter(({ at }) => Math.floor(at / 1000) === second);
  const p99 = quantile(
    within.map((one) => one.ms),
    0.99,
  );
  return { perSecond: within.length, p99, cpu: cpu / within.length };
}

/** The medians of the rounds, second by second. */
function tell(
  gateway: readonly (readonly Second[])[],
  ceiling: readonly (readonly Second[])[],
): string[][] {
  const [ours, theirs] = [medians(gateway), medians(ceiling)];
  return ours.map((one, second) => {
    const other = theirs[second] ?? one;
    return [
      String(second + 1),
      one.perSecond.toFixed(0),
      ((100 * one.perSecond) / steadyOf(ours)).toFixed(0),
      one.p99.toFixed(1),
      one.cpu.toFixed(0),
      other.perSecond.toFixed(0),
      ((100 * other.perSecond) / steadyOf(theirs)).toFixed(0),
      other.p99.toFixed(1),
    ];
  });
}

function medians(rounds: readonly (readonly Second[])[]): Second[] {
  return Array.from({ length: SECONDS }, (_, second) => {
    const of = (name: keyof Second): number =>
      median(rounds.map((one) => one[second]?.[name] ?? Number.NaN));
    return { perSecond: of('perSecond'), p99: of('p99'), cpu: of('cpu') };
  });
}

function steadyOf(seconds: readonly Second[]): number {
  return median(seconds.slice(-STEADY_SECONDS).map((one) => one.perSecond));
}
