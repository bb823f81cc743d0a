import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
});

// Prints the closing line of a run from the test runner's own JSON report.
const [, , path = ''] = process.argv;
const report = reportSchema.parse(JSON.parse(await readFile(path, 'utf8')));
const skipped = report.numPendingTests > 0 ? `, ${report.numPendingTests} skipped` : '';
console.log(`${report.numPassedTests} passed, ${report.numFailedTests} failed${skipped}`);
