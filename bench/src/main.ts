import type { Bench } from './bench.ts';
import { prepareTemplates } from './dataset.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { chooseGenerator } from './load/choose.ts';
import { describeMachine } from './machine.ts';
import { type Options, readOptions } from './options.ts';
import { pinSelf } from './pinning.ts';
import { startPostgres } from './postgres.ts';
import { printLine } from './print.ts';
import { REPORTS } from './reports.ts';
import { addFindings, type Curve, type Results } from './results.ts';
import { findResultsToAddTo, writeResults } from './results-file.ts';
import { endServers } from './server-process.ts';
import { formatCurve, formatResults } from './table.ts';
import { chooseWorkloads } from './workloads.ts';

/** Starts everything, runs the workloads that the command line asks for, prints a table and writes the results. */
export async function main(): Promise<void> {
  const options = readOptions();
  const [first = ''] = options.only;
  const report = options.only.length === 1 ? REPORTS.get(first) : undefined;
  if (report !== undefined) return printReport(await report(options));
  const workloads = chooseWorkloads(options.only, options.isQuick);
  pinSelf();
  await using resources = new AsyncDisposableStack();
  endOnSignals(resources);
  const bench = await openBench(options, resources);
  const begun = openResults(options, bench);
  const isPart = options.only.length > 0;
  let kept = (isPart ? await findResultsToAddTo(begun) : undefined) ?? begun;
  let measured = begun;
  try {
    for (const { name, run } of workloads) {
      printLine(`${(performance.now() / 1000).toFixed(0)} s: ${name} …`);
      const found = { comparisons: [], timings: [], curves: [], ...(await run(bench)) };
      measured = addFindings(measured, found);
      kept = addFindings(kept, found);
      await writeResults(kept);
    }
  } finally {
    // A long run that breaks off leaves what it had.
    printLine();
    printLine(formatResults(measured));
  }
}

function printReport(curves: readonly Curve[]): void {
  for (const one of curves) printLine(`\n${formatCurve(one)}`);
}

/** PostgreSQL would outlive a run that is broken off. */
function endOnSignals(resources: AsyncDisposableStack): void {
  const end = (): void => {
    endServers();
    void resources.disposeAsync().finally(() => process.exit(1));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, end);
}

async function openBench(options: Options, resources: AsyncDisposableStack): Promise<Bench> {
  const postgres = await startPostgres();
  resources.defer(postgres.stop);
  const templates = await prepareTemplates(postgres);
  let fleet: Promise<Fleet> | undefined;
  resources.defer(async () => await (await fleet)?.stop());
  const startOnCopy = async (): Promise<Fleet> => {
    await postgres.create('reads', templates.loaded);
    return await startFleet(postgres.urlOf('reads'), options.gatewayEnv);
  };
  return {
    postgres,
    templates,
    load: { generator: chooseGenerator(options.generator), postgresPid: postgres.pid },
    pace: paceOf(options),
    isQuick: options.isQuick,
    against: options.against,
    fleet: async () => await (fleet ??= startOnCopy()),
  };
}

const QUICK_PACE = { rounds: 3, seconds: 1, warmUpSeconds: 1 };
const FULL_PACE = { rounds: 5, seconds: 4, warmUpSeconds: 3 };

function paceOf({ isQuick, rounds, seconds }: Options): Bench['pace'] {
  const usual = isQuick ? QUICK_PACE : FULL_PACE;
  return { ...usual, rounds: rounds ?? usual.rounds, seconds: seconds ?? usual.seconds };
}

function openResults({ isQuick }: Options, { postgres, load }: Bench): Results {
  return {
    startedAt: new Date().toISOString(),
    kind: isQuick ? 'quick' : 'full',
    machine: describeMachine({ postgres: postgres.version, generator: load.generator.name }),
    comparisons: [],
    timings: [],
    curves: [],
  };
}
