import type { Bench } from './bench.ts';
import { describeMachine } from './machine.ts';
import { openBench } from './open-bench.ts';
import { type Options, readOptions } from './options.ts';
import { pinSelf } from './pinning.ts';
import { printLine } from './print.ts';
import { REPORTS } from './reports.ts';
import { addFindings, type Curve, type Results } from './results.ts';
import { findResultsToAddTo, writeResults } from './results-file.ts';
import { formatCurve, formatResults } from './table.ts';
import { chooseWorkloads } from './workloads.ts';

/** Starts all servers, runs the workloads of the command line, prints a table and writes the results. */
export async function main(): Promise<void> {
  const options = readOptions();
  const [first = ''] = options.only;
  const report = options.only.length === 1 ? REPORTS.get(first) : undefined;
  if (report !== undefined) return printReport(await report(options));
  const workloads = chooseWorkloads(options.only, options.isQuick);
  pinSelf();
  await using resources = new AsyncDisposableStack();
  const [postgres, another] = options.postgres;
  if (another !== undefined) throw new Error('Several servers are for --only servers.');
  const bench = await openBench({ ...options, postgres }, resources);
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
