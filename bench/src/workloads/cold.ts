import type { Workload } from '../bench.ts';
import { graphqlRequest } from '../contender.ts';
import { SHAPE } from '../dataset.ts';
import { startPeer } from '../fleet.ts';
import { createHeaders, startGateway } from '../gateway.ts';
import type { LoadRequest } from '../load/load.ts';
import { type Answered, loadSteadily } from '../load/steady-clients.ts';
import { BUSINESS_DETAIL } from '../operations.ts';
import { printLine } from '../print.ts';
import { readCpuMicroseconds } from '../proc.ts';
import type { ServerProcess } from '../server-process.ts';
import { createRandom, median, quantile } from '../stats.ts';
import { restDetailRequest } from './reads.ts';

const CONNECTIONS = 16;
const SECONDS = 20;
const SECONDS_QUICK = 10;
const REQUESTS = 5_000;
/** The last ones, in which nothing is cold any more. */
const STEADY_SECONDS = 5;

/** One kind of request to a process from the moment in which it says that it is ready. */
function coldOf(name: string, title: string, requestOf: RequestOf): Workload {
  return {
    name: `cold-${name}`,
    runs: 'full',
    run: async (bench) => {
      const seconds = bench.isQuick ? SECONDS_QUICK : SECONDS;
      await bench.postgres.create('reads', bench.templates.loaded);
      const url = bench.postgres.urlOf('reads');
      const headers = await createHeaders(url);
      const asked = { seconds, requests: randomIds().map((id) => requestOf(id, headers)) };
      const rounds = { gateway: [] as Second[][], ceiling: [] as Second[][] };
      for (let round = 0; round < bench.pace.rounds; round += 1) {
        rounds.gateway.push(await measure(async () => await startGateway(url), asked));
        rounds.ceiling.push(await measure(async () => await startPeer('ceiling', url), asked));
      }
      const rows = tell(medians(rounds.gateway), medians(rounds.ceiling));
      const whole = `${title}: the first ${seconds} seconds of a process, ${CONNECTIONS} connections`;
      return { curves: [{ workload: `cold-${name}`, title: whole, columns: COLUMNS, rows }] };
    },
  };
}

type RequestOf = (id: number, headers: Record<string, string>) => LoadRequest;

export const coldGraphql: Workload = coldOf(
  'graphql',
  'One business by GraphQL',
  (databaseId, headers) => graphqlRequest(BUSINESS_DETAIL, { databaseId }, headers),
);

export const coldRest: Workload = coldOf('rest', 'GET /api/v4/business/detail', restDetailRequest);

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

function randomIds(): number[] {
  const random = createRandom(5);
  return Array.from({ length: REQUESTS }, () => 1 + Math.floor(random() * SHAPE.businesses));
}

type Second = { perSecond: number; p99: number; cpu: number };

/** Starts a server and loads it at once; the ceiling is ready as soon as it answers, since it has nothing to wait for. */
async function measure(
  start: () => Promise<ServerProcess>,
  { requests, seconds }: { requests: readonly LoadRequest[]; seconds: number },
): Promise<Second[]> {
  const server = await start();
  const used: number[] = [readCpuMicroseconds(server.pid)];
  const sampling = setInterval(() => used.push(readCpuMicroseconds(server.pid)), 1000);
  const load = { url: server.url, requests, connections: CONNECTIONS, seconds };
  const answered = await loadSteadily(load);
  clearInterval(sampling);
  used.push(readCpuMicroseconds(server.pid));
  await server.stop();
  const measured = Array.from({ length: seconds }, (_, second) => {
    const cpu = (used[second + 1] ?? 0) - (used[second] ?? 0);
    return describeSecond(answered, { second, cpu });
  });
  // A run that breaks off leaves what it had.
  printLine(
    `${server.name}, ready after ${server.startMs.toFixed(0)} ms: ${formatSeconds(measured)}`,
  );
  return measured;
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

function formatSeconds(seconds: readonly Second[]): string {
  const rates = seconds.map((one) => one.perSecond).join(' ');
  return `req/s ${rates}; p99 of the first ${seconds[0]?.p99.toFixed(1)} ms`;
}

function tell(ours: readonly Second[], theirs: readonly Second[]): string[][] {
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

/** Of the rounds, second by second. */
function medians(rounds: readonly (readonly Second[])[]): Second[] {
  return Array.from({ length: rounds[0]?.length ?? 0 }, (_, second) => {
    const of = (name: keyof Second): number =>
      median(rounds.map((one) => one[second]?.[name] ?? Number.NaN));
    return { perSecond: of('perSecond'), p99: of('p99'), cpu: of('cpu') };
  });
}

function steadyOf(seconds: readonly Second[]): number {
  return median(seconds.slice(-STEADY_SECONDS).map((one) => one.perSecond));
}
