import { spawnSync } from 'node:child_process';
import { FAULT_TESTS } from './fault-tests.ts';

// Runs the tests of the faults given as arguments, or of all faults, on real servers.
const requestedNames = process.argv.slice(2);
const unknownNames = requestedNames.filter((name) => FAULT_TESTS[name] === undefined);
if (unknownNames.length > 0) {
  const names = Object.keys(FAULT_TESTS).join(', ');
  process.stderr.write(`There is no fault ${unknownNames.join(', ')}; there are: ${names}.\n`);
  process.exit(1);
}
const files = Object.entries(FAULT_TESTS).flatMap(([name, tests]) =>
  requestedNames.length === 0 || requestedNames.includes(name) ? tests : [],
);
const args = ['vitest', 'run', '--reporter=verbose', ...files];
process.exitCode = spawnSync('npx', args, { stdio: 'inherit' }).status ?? 1;
