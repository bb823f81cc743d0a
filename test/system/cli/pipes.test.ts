import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, inject, it } from 'vitest';
import { useDatabase } from '../../support/database/database.ts';

const database = useDatabase();
const GATEWAY = fileURLToPath(new URL('../../../src/cli/gateway.ts', import.meta.url));

/** The exit status of a command whose output nobody reads, and what it says on standard error. */
async function runUnread(args: string[]): Promise<string> {
  const script = '{ "$0" "$@" 2>&1 >&3; echo "status $?"; } 3> >(exec true)';
  const env = { DATABASE_URL: database.url, NODE_COMPILE_CACHE: inject('compileCache') };
  return await new Promise((resolve) => {
    execFile('bash', ['-c', script, process.execPath, GATEWAY, ...args], { env }, (...[, out]) =>
      resolve(out),
    );
  });
}

it.each([[['service', 'list']], [['service', 'list', '--json']], [['--help']]])(
  'gateway %j ends quietly when the reader of its output has gone',
  async (args) => {
    const rows = Array.from({ length: 20 }, (_, id) => ({ name: `service-${id}` }));
    await database.db
      .insertInto('services')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    expect(await runUnread(args)).toBe('status 0\n');
  },
);
