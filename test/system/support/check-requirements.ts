import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { hasLastReleased } from './released-version.ts';

const ROOT = new URL('../../..', import.meta.url).pathname;

/** Programs that some system tests need, by their names on PATH, and the tests that are skipped without them. */
const PROGRAMS: readonly [names: readonly string[], tests: string][] = [
  [['chromium', 'chromium-browser', 'google-chrome'], 'pages in a browser'],
  [['pgbouncer'], 'behind a pooler of connections'],
  [['haproxy'], 'restarts behind a proxy'],
  [['nginx'], 'restarts behind a proxy'],
  [['clamd'], 'files with malware'],
  [['prometheus'], 'metrics and alerts'],
  [['promtool'], 'metrics and alerts'],
  [['script'], 'output at a terminal'],
  [['unshare'], 'readers without a network'],
  [['systemd-analyze'], 'units of systemd'],
  [['python3'], 'the gateway under the filter of system calls of its unit'],
];

/** Fails without the packages of the system tests, and prints which tests are skipped for want of a program. */
export function setup(): void {
  if (!existsSync(join(ROOT, 'test/system/node_modules')))
    throw new Error('The packages of the system tests are not installed: npm run setup');
  const missing = PROGRAMS.filter(([names]) => !names.some((name) => isOnPath(name)));
  for (const [names, tests] of missing) skip(tests, `${names[0]} is not installed`);
  if (globSync('/usr/lib/postgresql/*/bin/postgres').length === 0)
    skip(
      'other versions of PostgreSQL, failover, a standby',
      'no PostgreSQL of Debian is installed',
    );
  if (!hasLastReleased())
    skip(
      'the last released version on the tables of today',
      'the history of the clone does not reach back to it',
    );
  if (process.env['LISTS_DATA'] === undefined)
    skip('lists as authorities publish them', 'LISTS_DATA names no folder of them');
}

/** Debian has servers where a user's PATH does not lead. */
function isOnPath(name: string): boolean {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.some((folder) => existsSync(join(folder, name)));
}

function skip(tests: string, reason: string): void {
  process.stdout.write(`Skipped, since ${reason}: ${tests}.\n`);
}
