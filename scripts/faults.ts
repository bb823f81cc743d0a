import { spawnSync } from 'node:child_process';
import { FAULT_TESTS } from './fault-tests.ts';

// Tries the faults that are named, or all of them, on real servers.
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => FAULT_TESTS[name] === undefined);
if (unknown.length > 0) {
  const names = Object.keys(FAULT_TESTS).join(', ');
  process.stderr.write(`There is no fault ${unknown.join(', ')}; there are: ${names}.\n`);
  process.exit(1);
}
const files = Object.entries(FAULT_TESTS).flatMap(([name, tests]) =>
  asked.length === 0 || asked.includes(name) ? tests : [],
);
const args = ['vitest', 'run', '--reporter=verbose', ...files];
process.exitCode = spawnSync('npx', args, { stdio: 'inherit' }).status ?? 1;
