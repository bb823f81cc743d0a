import type { LoadRequest } from './load/load.ts';
import { type Figures, type Load, measureRound, medianFigures } from './measure.ts';
import type { ServerProcess } from './server-process.ts';

const SECONDS = 2;
const WARM_UP_SECONDS = 1;
const ROUNDS = 2;

/** The medians of a few rounds on one server after a warm-up: one point of a curve. */
export async function measurePoint(
  server: ServerProcess,
  { requests, connections }: { requests: readonly LoadRequest[]; connections: number },
  load: Load,
): Promise<Figures> {
  const contender = { server, requests };
  await measureRound(contender, { connections, seconds: WARM_UP_SECONDS }, load);
  const rounds: Figures[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push(await measureRound(contender, { connections, seconds: SECONDS }, load));
  }
  return medianFigures(rounds);
}

/** Bytes as MB, without a fraction. */
export function megabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0);
}
