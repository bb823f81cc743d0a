import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findFreePort } from '../../../src/embedded-postgres/free-port.ts';
import { chooseAccount } from './installed-postgres.ts';

/** Debian installs it in /usr/sbin. */
const PATH = `${process.env['PATH']}:/usr/sbin`;

/** Returns the version of the installed pgbouncer; undefined when there is none. */
export function findPgbouncer(): string | undefined {
  const asked = spawnSync('pgbouncer', ['--version'], { env: { PATH }, encoding: 'utf8' });
  return asked.status === 0 ? /^PgBouncer (\S+)/m.exec(asked.stdout)?.[1] : undefined;
}

export type Bouncer = { url: string; stop: () => Promise<void> };

/** Startup parameters that pgbouncer ignores, so that connections with time limits are accepted without them. */
const IGNORED =
  'ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout';

/** Starts a pgbouncer in transaction mode with two server connections and these settings. */
export async function startPgbouncer(databaseUrl: string, settings = IGNORED): Promise<Bouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
  const account = chooseAccount();
  if (account !== undefined) await chown(folder, account.uid, account.gid);
  const target = new URL(databaseUrl);
  const port = await findFreePort();
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, settingsOf(target, port, settings));
  // The account of pgbouncer must be able to read the file, for any umask.
  if (account !== undefined) await chown(file, account.uid, account.gid);
  const child = spawn('pgbouncer', [file], { env: { PATH }, cwd: folder, ...account });
  const ended = once(child, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface(child.stderr)) {
    lines.push(line);
    if (line.includes('process up')) break;
  }
  child.stderr.resume();
  if (child.exitCode !== null) throw new Error(`pgbouncer did not start:\n${lines.join('\n')}`);
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

function settingsOf(
  { hostname, port, username, password, pathname }: URL,
  listenPort: number,
  settings: string,
): string {
  const database = pathname.slice(1);
  const secret = decodeURIComponent(password);
  return `[databases]
${database} = host=${hostname} port=${port} dbname=${database} user=${username} password='${secret}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
${settings}
`;
}
