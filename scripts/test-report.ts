import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numFailedTestSuites: z.number(),
});

/** Numbers of tests in one or several runs. */
export type TestCounts = { passed: number; failed: number; skipped: number };

/**
 * Reads the JSON report of the test runner. Counts a file that fails outside of its tests, for example in a hook, as
 * one failed test, because the runner counts its tests as skipped.
 */
export async function readTestReport(path: string): Promise<TestCounts> {
  const report = reportSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites } = report;
  const failed = numFailedTests === 0 && numFailedTestSuites > 0 ? 1 : numFailedTests;
  return { passed: numPassedTests, failed, skipped: numPendingTests };
}

/** Formats counts as `N passed, N failed`, followed by `, N skipped` when there are any. */
export function toCountLine({ passed, failed, skipped }: TestCounts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
