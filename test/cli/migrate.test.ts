import { expect, it } from 'vitest';
import { useDatabase } from '../support/database.ts';
import { runCommand } from '../support/run-command.ts';

const database = useDatabase();

it('migrate distribute refuses a database that is no cluster, and migrate up spreads nothing there', async () => {
  const env = { DATABASE_URL: database.url };
  const [refused, up] = await Promise.all([
    runCommand(['migrate', 'distribute'], env),
    runCommand(['migrate', 'up', '--json'], env),
  ]);
  expect(refused).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'error: The database has no extension citus: create it on the coordinator and its workers first.\n',
  });
  expect({ ...up, stdout: JSON.parse(up.stdout) as unknown }).toEqual({
    code: 0,
    stdout: { applied: [], distributed: [] },
    stderr: '',
  });
});
