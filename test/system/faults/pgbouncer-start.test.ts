import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type ConnectedDatabase,
  connectDatabase,
} from '../../../src/cli/database/connect-database.ts';
import { loadConfig } from '../../../src/config/config.ts';
import { readTimeLimits } from '../../../src/db/time-limits.ts';
import { useDatabase } from '../../support/database/database.ts';
import { findPgbouncer, startPgbouncer } from '../../support/database/pgbouncer.ts';
import { servedUrlOf } from '../../support/database/served-url.ts';

const database = useDatabase();

/** Starts as `serve` does, and returns what it reports. */
async function connect(url: string): Promise<{ connected: ConnectedDatabase; lines: string[] }> {
  const lines: string[] = [];
  const config = loadConfig({ DATABASE_URL: url, NAMED_STATEMENTS: 'off' });
  const long = {
    report: (line: string) => void lines.push(line),
    stopping: new AbortController().signal,
  };
  const connected = await connectDatabase(config, url, long);
  onTestFinished(async () => await connected.close());
  return { connected, lines };
}

/** Expects an end without a line that the start waits, which would take a minute. */
async function expectEnd(url: string, reason: string): Promise<void> {
  const lines: string[] = [];
  const long = {
    report: (line: string) => void lines.push(line),
    stopping: new AbortController().signal,
  };
  const connecting = connectDatabase(loadConfig({ DATABASE_URL: url }), url, long);
  await expect(connecting).rejects.toThrow(reason);
  expect(lines).toEqual([]);
}

describe.skipIf(findPgbouncer() === undefined)('a start behind pgbouncer', () => {
  it('works with its default settings, and says which limits the role has to have', async () => {
    const bouncer = await startPgbouncer(servedUrlOf(database.url), '');
    onTestFinished(async () => await bouncer.stop());
    const { connected, lines } = await connect(bouncer.url);
    expect(lines).toEqual([
      'The pooler of DATABASE_URL accepts no time limits, so statements have none: alter role … set statement_timeout = 30000, and lock_timeout = 10000.',
    ]);
    const { rows } = await sql`select 1 as one`.execute(connected.db);
    expect(rows).toEqual([{ one: 1 }]);
  });

  it('has the limits of its role, and says nothing', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await sql`alter database ${sql.ref(name)} set statement_timeout = '7s'`.execute(database.db);
    await sql`alter database ${sql.ref(name)} set lock_timeout = '3s'`.execute(database.db);
    const bouncer = await startPgbouncer(servedUrlOf(database.url), '');
    onTestFinished(async () => await bouncer.stop());
    const { connected, lines } = await connect(bouncer.url);
    expect(lines).toEqual([]);
    expect(await readTimeLimits(connected.db)).toEqual({
      statementTimeout: '7s',
      lockTimeout: '3s',
    });
  });

  it('ends at once with the reason where the pooler knows no such database', async () => {
    const bouncer = await startPgbouncer(servedUrlOf(database.url), '');
    onTestFinished(async () => await bouncer.stop());
    const url = new URL(bouncer.url);
    url.pathname = '/nothing_of_this_name';
    await expectEnd(url.href, 'bouncer config error');
  });

  it('ends at once with the reason where the pooler knows no such user', async () => {
    const bouncer = await startPgbouncer(servedUrlOf(database.url), 'auth_type = trust');
    onTestFinished(async () => await bouncer.stop());
    await expectEnd(bouncer.url, 'authentication failed');
  });
});

describe('a start on PostgreSQL itself', () => {
  it('ends at once with the reason where TLS is not offered', async () => {
    const url = new URL(database.url);
    url.searchParams.set('sslmode', 'verify-full');
    await expectEnd(url.href, 'The server does not support SSL connections');
  });

  it('ends at once with the reason where the role is missing or the password wrong', async () => {
    const [role, password] = [new URL(database.url), new URL(database.url)];
    role.username = 'nothing_of_this_name';
    password.password = 'canary';
    await expectEnd(role.href, 'password authentication failed for user "nothing_of_this_name"');
    await expectEnd(password.href, 'password authentication failed for user');
  });

  it('waits with the reason where nobody listens', async () => {
    const lines: string[] = [];
    const stopping = new AbortController();
    const report = (line: string): void => {
      lines.push(line);
      stopping.abort();
    };
    const url = 'postgres://canary:canary@127.0.0.1:1/canary';
    const config = loadConfig({ DATABASE_URL: url });
    const long = { report, stopping: stopping.signal };
    await expect(connectDatabase(config, url, long)).rejects.toThrow('ECONNREFUSED');
    expect(lines).toEqual([
      'The database does not respond yet (ECONNREFUSED); the start waits for it, 60 s at most.',
    ]);
  });
});
