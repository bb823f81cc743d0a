import type { Reporter, TestModule } from 'vitest/node';
import { readProcessorTime } from './processor-time.ts';

/** CPU seconds of `npm test`: unit and integration tests with PostgreSQL and all other processes. */
const BUDGET_SECONDS = 600;
/** CPU seconds above which the run fails. The same run takes up to twice the CPU time on a busy virtual machine. */
const FAILS_ABOVE_SECONDS = 1_200;
const SLOWEST_COUNT = 10;

type FileCost = { tier: string; path: string; seconds: number; self: number; children: number };

/**
 * Prints the cost of each tier and of the slowest files, and at the end the CPU time of all processes of the run. In
 * CI, a run of the unit and integration tests fails when it exceeds its budget by far: CPU time varies less than
 * elapsed time.
 */
export default class CostReporter implements Reporter {
  readonly #costs: FileCost[] = [];
  #testCount = 0;

  onTestModuleEnd(module: TestModule): void {
    const { cost = { self: 0, children: 0 } } = module.meta();
    this.#testCount += [...module.children.allTests()].length;
    this.#costs.push({
      tier: module.project.name,
      path: module.relativeModuleId,
      seconds: module.diagnostic().duration / 1000,
      ...cost,
    });
  }

  onTestRunEnd(): void {
    const byTier = Map.groupBy(this.#costs, ({ tier }) => tier);
    print(
      '\nTier, files, seconds of a worker, processor of the test processes, of their children:',
    );
    for (const [tier, costs] of byTier)
      print(row(tier, `${costs.length} files`, costs.map(toSums).reduce(add)));
    print(`\nThe ${SLOWEST_COUNT} slowest files:`);
    const slowest = this.#costs.toSorted((one, other) => other.seconds - one.seconds);
    for (const cost of slowest.slice(0, SLOWEST_COUNT))
      print(row(cost.tier, cost.path, toSums(cost)));
    this.#printTotalAtExit(new Set(byTier.keys()));
  }

  /** The CPU time of PostgreSQL and of the workers is counted once they have ended. */
  #printTotalAtExit(tiers: ReadonlySet<string>): void {
    const testCount = this.#testCount;
    process.once('exit', () => {
      const total = readProcessorTime();
      if (total === undefined || testCount === 0) return;
      const seconds = total.self + total.children;
      const perTest = (seconds * 1000) / testCount;
      print(`\nProcessor: ${seconds.toFixed(0)} s in all, ${perTest.toFixed(0)} ms a test.`);
      if (tiers.has('system') || seconds <= BUDGET_SECONDS) return;
      print(`That is over the budget of ${BUDGET_SECONDS} s: make the dearest files cheaper.`);
      if (process.env['CI'] !== undefined && seconds > FAILS_ABOVE_SECONDS) process.exitCode = 1;
    });
  }
}

type Sums = Pick<FileCost, 'seconds' | 'self' | 'children'>;

function toSums({ seconds, self, children }: FileCost): Sums {
  return { seconds, self, children };
}

function add(one: Sums, other: Sums): Sums {
  return {
    seconds: one.seconds + other.seconds,
    self: one.self + other.self,
    children: one.children + other.children,
  };
}

function row(tier: string, name: string, { seconds, self, children }: Sums): string {
  const figures = [seconds, self, children].map((figure) => figure.toFixed(1).padStart(8));
  return `${tier.padEnd(12)}${figures.join('')}  ${name}`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
