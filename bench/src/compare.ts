import type { Bench, Pace } from './bench.ts';
import type { Contender } from './contender.ts';
import { WATCHED } from './fleet.ts';
import { type Figures, type Load, measureRound, medianFigures } from './measure.ts';
import { printLine } from './print.ts';
import { readMemory } from './proc.ts';
import type { ComparedRow, Comparison } from './results.ts';
import { median } from './stats.ts';
import { verifySameAnswers } from './verify.ts';

export type ReadWorkload = {
  name: string;
  title: string;
  connections: readonly number[];
  /** Contenders, with the gateway first. Ratios refer to the one named `ceiling`. */
  contenders: readonly Contender[];
};

/** One connection would send too few requests for V8 to compile the code. */
const WARM_UP_CONNECTIONS = 16;

/** Verifies that all contenders return the same result, warms them up, and measures them in turn for several rounds. */
export async function compare(
  workload: ReadWorkload,
  { pace, load, against }: Pick<Bench, 'pace' | 'load' | 'against'>,
): Promise<Comparison[]> {
  const { name, title } = workload;
  const contenders = workload.contenders.filter(
    ({ server }, at) =>
      at === 0 || server.name === WATCHED || against.length === 0 || against.includes(server.name),
  );
  await verifySameAnswers(contenders);
  const connections = Math.max(WARM_UP_CONNECTIONS, ...workload.connections);
  const warmUp = { connections, seconds: pace.warmUpSeconds };
  for (const contender of contenders) await measureRound(contender, warmUp, load);
  const comparisons: Comparison[] = [];
  for (const count of workload.connections) {
    printLine(`${name}, connections: ${count} …`);
    const rounds = await measureRounds(contenders, { ...pace, connections: count }, load);
    comparisons.push({
      workload: name,
      title,
      connections: count,
      rows: toRows(contenders, rounds),
    });
  }
  return comparisons;
}

type Measured = Map<Contender, Figures[]>;

/** Measures the rounds. Every second round has the reverse order. */
async function measureRounds(
  contenders: readonly Contender[],
  pace: Pace & { connections: number },
  load: Load,
): Promise<Measured> {
  const measured: Measured = new Map(contenders.map((one) => [one, []]));
  for (let round = 0; round < pace.rounds; round += 1) {
    for (const contender of round % 2 === 0 ? contenders : contenders.toReversed()) {
      measured.get(contender)?.push(await measureRound(contender, pace, load));
    }
  }
  return measured;
}

function toRows(contenders: readonly Contender[], measured: Measured): ComparedRow[] {
  const ceiling = contenders.find((one) => one.server.name === 'ceiling');
  const ceilingRounds = ceiling === undefined ? [] : (measured.get(ceiling) ?? []);
  return contenders.map((contender) => {
    const rounds = measured.get(contender) ?? [];
    const ratios = rounds.map((one, at) => one.perSecond / (ceilingRounds[at]?.perSecond ?? 0));
    return {
      server: contender.server.name,
      ...medianFigures(rounds),
      ratioToCeiling: median(ratios),
      peakMemory: readMemory(contender.server.pid).peak,
    };
  });
}
