import type { LoadRequest } from './load/load.ts';
import { type Figures, type Load, measureRound, medianFigures } from './measure.ts';
import type { ServerProcess } from './server-process.ts';

const SECONDS = 2;
const ROUNDS = 2;
/** A thousand connections that each wait for their turn need some time before the first has had it. */
const CONNECTIONS_A_SECOND = 250;

/** Measures one point of a curve: the medians of several rounds on one server after a warm-up. */
export async function measurePoint(
  server: ServerProcess,
  { requests, connections }: { requests: readonly LoadRequest[]; connections: number },
  load: Load,
): Promise<Figures> {
  const contender = { server, requests };
  const seconds = SECONDS + Math.ceil(connections / CONNECTIONS_A_SECOND);
  await measureRound(contender, { connections, seconds }, load);
  const rounds: Figures[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push(await measureRound(contender, { connections, seconds }, load));
  }
  return medianFigures(rounds);
}

/** Formats bytes as whole megabytes. */
export function megabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0);
}
