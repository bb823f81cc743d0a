import { readTestReport, toCountLine } from './test-report.ts';

// Prints the summed counts of several test runs from the JSON reports of the test runner.
const [, , ...paths] = process.argv;
const total = { passed: 0, failed: 0, skipped: 0 };
for (const path of paths) {
  const { passed, failed, skipped } = await readTestReport(path);
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
}
console.log(toCountLine(total));
