import type { Contender } from './contender.ts';
import type { LoadGenerator } from './load/load.ts';
import { readCpuMicroseconds, readTreeCpuMicroseconds } from './proc.ts';
import { median } from './stats.ts';

/** Figures of one round of load, or the medians of several. */
export type Figures = {
  perSecond: number;
  /** Median latency in milliseconds. */
  p50: number;
  p99: number;
  /** CPU time per request, in µs. */
  serverCpu: number;
  postgresCpu: number;
};

export type Load = { generator: LoadGenerator; postgresPid: number };
export type Round = { connections: number; seconds: number };

/** Measures one contender under load. Throws for any status but 2xx. */
export async function measureRound(
  { server, requests }: Contender,
  { connections, seconds }: Round,
  { generator, postgresPid }: Load,
): Promise<Figures> {
  const serverBefore = readCpuMicroseconds(server.pid);
  const postgresBefore = readTreeCpuMicroseconds(postgresPid);
  const result = await generator.run({ url: server.url, requests, connections, seconds });
  const serverUsed = readCpuMicroseconds(server.pid) - serverBefore;
  const postgresUsed = readTreeCpuMicroseconds(postgresPid) - postgresBefore;
  if (result.failures > 0 || result.requests === 0) {
    throw new Error(
      `${server.name} at ${connections} connections answered ${result.requests} requests, of which ${result.failures} were failures.`,
    );
  }
  return {
    perSecond: result.requests / result.seconds,
    p50: result.p50,
    p99: result.p99,
    serverCpu: serverUsed / result.requests,
    postgresCpu: postgresUsed / result.requests,
  };
}

export function medianFigures(rounds: readonly Figures[]): Figures {
  const of = (name: keyof Figures): number => median(rounds.map((one) => one[name]));
  return {
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    serverCpu: of('serverCpu'),
    postgresCpu: of('postgresCpu'),
  };
}
