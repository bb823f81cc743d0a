import { readTestReport, toCountLine } from './test-report.ts';

// Prints the closing line over several runs from the test runner's own JSON reports.
const [, , ...paths] = process.argv;
const total = { passed: 0, failed: 0, skipped: 0 };
for (const path of paths) {
  const { passed, failed, skipped } = await readTestReport(path);
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
}
console.log(toCountLine(total));
