import { expect, it } from 'vitest';
import { useDatabase } from '../../support/database/database.ts';
import { servedUrlOf } from '../../support/database/served-url.ts';
import { runCommand } from '../../support/processes/run-command.ts';

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
      'error: The database has no extension citus. Create it on the coordinator and its workers first.\n',
  });
  expect({ ...up, stdout: JSON.parse(up.stdout) as unknown }).toEqual({
    code: 0,
    stdout: { applied: [], distributed: [] },
    stderr: '',
  });
});

/** What a role that may not do `what` is told. */
function toldThat(what: string): object {
  return {
    code: 1,
    stdout: '',
    stderr: `error: The role of DATABASE_URL lacks a privilege (${what}). Run the command as the owner of the tables.\n`,
  };
}

it('migrate tells a role that does not own the tables that it may not change them', async () => {
  const env = { DATABASE_URL: servedUrlOf(database.url) };
  const up = await runCommand(['migrate', 'up'], env);
  const off = await runCommand(['migrate', 'row-security', 'off'], env);
  expect(up).toEqual(toldThat('permission denied for schema public'));
  expect(off).toEqual(toldThat('must be owner of table users'));
});

it('migrate row-security on says that there is no role of that name', async () => {
  const args = ['migrate', 'row-security', 'on', '--role', 'nobody_serves'];
  expect(await runCommand(args, { DATABASE_URL: database.url })).toEqual({
    code: 1,
    stdout: '',
    stderr: 'error: Role nobody_serves does not exist. Add --password-file to create it.\n',
  });
});
