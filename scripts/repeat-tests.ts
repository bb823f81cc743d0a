import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { readTestReport, type TestCounts, toCountLine } from './test-report.ts';

const RUNS_MAX = 100;
/** Fraction of the runs, the last ones, that compete with other processes for the CPU. */
const BUSY_FRACTION = 0.3;
const BURNERS = 2;
const VITEST = ['run', '--project', 'unit', '--project', 'integration'];
const SHUFFLED = ['--sequence.shuffle.files', '--sequence.shuffle.tests'];

// Runs the unit and integration tests several times, each in another order of files and tests: `npm run test:repeat -- 10`.
// The seed of a run is printed and repeats its order: `npm run test:repeat -- 1 SEED`.
const [, , countText = '10', seedText] = process.argv;
const count = z.coerce.number().int().min(1).max(RUNS_MAX).parse(countText);
const firstSeed = z.coerce.number().int().optional().parse(seedText) ?? Date.now();
const firstBusyRun = count - Math.round(count * BUSY_FRACTION);
const folder = await mkdtemp(join(tmpdir(), 'participant-gateway-repeat-'));
const lines: string[] = [];
let failedRuns = 0;
for (let index = 0; index < count; index += 1) {
  const seed = firstSeed + index;
  const isBusy = index >= firstBusyRun;
  const startedAt = performance.now();
  const { code, counts } = await runOnce(seed, isBusy);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  if (code !== 0) failedRuns += 1;
  const description = `run ${index + 1} of ${count}, seed ${seed}${isBusy ? ', two cores burning' : ''}`;
  lines.push(`${description}: ${toCountLine(counts)}, ${seconds} s, exit code ${code}`);
  console.log(`\n${lines.join('\n')}\n`);
}
await rm(folder, { recursive: true, force: true });
process.exitCode = failedRuns === 0 ? 0 : 1;

async function runOnce(
  seed: number,
  isBusy: boolean,
): Promise<{ code: number | null; counts: TestCounts }> {
  const burners = Array.from({ length: isBusy ? BURNERS : 0 }, () => startBurner());
  const report = join(folder, `${seed}.json`);
  try {
    const child = spawn('vitest', [...VITEST, ...SHUFFLED, `--sequence.seed=${seed}`], {
      stdio: 'inherit',
      env: { ...process.env, TEST_REPORT_FILE: report },
    });
    await once(child, 'close');
    const { exitCode: code } = child;
    const nothing = { passed: 0, failed: 1, skipped: 0 };
    return { code, counts: await readTestReport(report).catch(() => nothing) };
  } finally {
    for (const burner of burners) burner.kill('SIGKILL');
  }
}

/** Starts a process that keeps a core busy until it is killed. */
function startBurner(): ChildProcess {
  return spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
}
