import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadModule } from 'libpg-query';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { listBreakingMigrations } from '../../support/database/safe-since.ts';
import {
  checkOutReleased,
  hasLastReleased,
  isReleased,
  LAST_RELEASED,
} from '../support/released-version.ts';

/** The test of the released version that sends a request to every operation of both wires. */
const SAMPLES_TEST = 'test/integration/contract/authorization.test.ts';
const SAMPLES_TITLE = 'answers a caller of the service that has every scope';

/** A run of its own with a PostgreSQL of its own. */
const HANG_MS = 900_000;

const Report = z.object({
  testResults: z.array(
    z.object({
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()),
        }),
      ),
    }),
  ),
});

describe.skipIf(!hasLastReleased())('the last released version', () => {
  it('answers every operation on the tables of today', { timeout: HANG_MS }, async ({ signal }) => {
    const { folder, remove } = await checkOutReleased();
    onTestFinished(remove);
    const report = await runSamples(folder, signal);
    const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
    const ran = results.filter(({ status }) => status !== 'skipped' && status !== 'pending');
    expect(report.testResults.map(({ message }) => message).join('')).toBe('');
    expect(ran.filter(({ status }) => status !== 'passed')).toEqual([]);
    expect(ran.length).toBeGreaterThan(80);
  });

  it('needs nothing that a migration of today takes away', async () => {
    await loadModule();
    const breaking = await listBreakingMigrations();
    expect(breaking.filter(({ safeSince = '' }) => !isReleased(safeSince))).toEqual([]);
  });

  it('has its own commit, and none that is unknown', () => {
    expect(isReleased(LAST_RELEASED)).toBe(true);
    expect(isReleased('0'.repeat(40))).toBe(false);
  });
});

/** Runs the samples of the version in the folder with its own test runner, and returns the report. */
async function runSamples(folder: string, signal: AbortSignal): Promise<z.infer<typeof Report>> {
  const file = join(folder, 'report.json');
  const { PATH = '', HOME = '', TMPDIR = '' } = process.env;
  const vitest = join(folder, 'node_modules', 'vitest', 'vitest.mjs');
  const args = ['run', '--project', 'integration', SAMPLES_TEST, '-t', SAMPLES_TITLE];
  await new Promise<void>((resolve) => {
    const env = { PATH, HOME, TMPDIR, TEST_REPORT_FILE: file };
    // What failed is in the report.
    execFile(process.execPath, [vitest, ...args], { cwd: folder, env, signal }, () => resolve());
  });
  return Report.parse(JSON.parse(await readFile(file, 'utf8')));
}
