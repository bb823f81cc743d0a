import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findFreePort } from '../../../src/embedded-postgres/free-port.ts';
import { chooseAccount, INITDB, INSTALLED_ROOT } from './installed-postgres.ts';

export type ReplicatedServer = {
  /** Host and port, as in a URL. */
  place: string;
  url: string;
  /** Kills the server, so that unsent data is lost. */
  kill: () => Promise<void>;
};

/** PostgreSQL server with a standby that replicates it. */
export type ReplicatedPostgres = {
  primary: ReplicatedServer;
  standby: ReplicatedServer;
  /** Starts another standby. */
  follow: () => Promise<ReplicatedServer>;
  /** Promotes the standby, so that it accepts writes. */
  promote: () => void;
  stop: () => Promise<void>;
};

export async function startReplicated(version: string): Promise<ReplicatedPostgres> {
  const bin = join(INSTALLED_ROOT, version, 'bin');
  const account = chooseAccount();
  const folder = await mkdtemp(join(tmpdir(), 'pg-pair-'));
  if (account !== undefined) await chown(folder, account.uid, account.gid);
  // Not the folder of the run, which another account may not enter.
  const options = { cwd: folder, ...account };
  const run = (command: string, args: string[]): void => {
    const made = spawnSync(join(bin, command), args, options);
    if (made.status !== 0) throw new Error(`${command} failed: ${String(made.stderr)}`);
  };
  const start = async (data: string): Promise<Running> => {
    const port = await findFreePort();
    const settings = [`port=${port}`, `unix_socket_directories=${folder}`, ...SETTINGS];
    const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
    const server = spawn(join(bin, 'postgres'), args, options);
    for await (const line of createInterface(server.stderr))
      if (/ready to accept (read-only )?connections/.test(line)) break;
    server.stderr.resume();
    return describe(server, port);
  };
  const first = join(folder, 'first');
  const second = join(folder, 'second');
  run('initdb', ['-D', first, ...INITDB]);
  const primary = await start(first);
  run('pg_basebackup', ['-d', primary.url, '-D', second, '-R', '-c', 'fast', '--no-sync']);
  const standby = await start(second);
  const servers = [primary, standby];
  return {
    primary,
    standby,
    follow: async () => {
      const third = join(folder, 'third');
      run('pg_basebackup', ['-d', primary.url, '-D', third, '-R', '-c', 'fast', '--no-sync']);
      const follower = await start(third);
      servers.push(follower);
      return follower;
    },
    promote: () => run('pg_ctl', ['promote', '-D', second, '-W']),
    stop: async () => {
      await Promise.all(servers.map(async (server) => await server.kill()));
      await rm(folder, { recursive: true });
    },
  };
}

const SETTINGS = ['listen_addresses=127.0.0.1', 'fsync=off', 'max_wal_senders=4'];

type Running = ReplicatedServer;

function describe(server: ChildProcess, port: number): Running {
  const place = `127.0.0.1:${port}`;
  return {
    place,
    url: `postgres://postgres@${place}/postgres`,
    kill: async () => {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const ended = once(server, 'exit');
      server.kill('SIGQUIT');
      await ended;
    },
  };
}
