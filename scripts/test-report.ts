import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numFailedTestSuites: z.number(),
});

/** Numbers of tests of one or several runs. */
export type TestCounts = { passed: number; failed: number; skipped: number };

/**
 * Reads the test runner's own JSON report. A file that fails outside of its tests, as in a hook, counts as a failed test:
 * the runner counts its tests as skipped.
 */
export async function readTestReport(path: string): Promise<TestCounts> {
  const report = reportSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites } = report;
  const failed = numFailedTests === 0 && numFailedTestSuites > 0 ? 1 : numFailedTests;
  return { passed: numPassedTests, failed, skipped: numPendingTests };
}

/** `N passed, N failed`, and `, N skipped` where any were. */
export function toCountLine({ passed, failed, skipped }: TestCounts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
