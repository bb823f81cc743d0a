import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export const INSTALLED_ROOT = '/usr/lib/postgresql';

/** Returns the major versions of PostgreSQL that are installed from Debian packages. */
export function listInstalledVersions(): string[] {
  const versions = existsSync(INSTALLED_ROOT) ? readdirSync(INSTALLED_ROOT) : [];
  return versions.filter((version) => existsSync(join(INSTALLED_ROOT, version, 'bin', 'initdb')));
}

export type InstalledServer = { url: string; stop: () => Promise<void> };

/** Starts an empty server of this version, which listens on a Unix socket in a temporary folder. */
export async function startInstalled(version: string): Promise<InstalledServer> {
  const bin = join(INSTALLED_ROOT, version, 'bin');
  const account = chooseAccount();
  const folder = await mkdtemp(join(tmpdir(), 'pg-'));
  if (account !== undefined) await chown(folder, account.uid, account.gid);
  const data = join(folder, 'data');
  // Not the folder of the run, which another account may not enter.
  const options = { cwd: folder, ...account };
  const made = spawnSync(join(bin, 'initdb'), ['-D', data, ...INITDB], options);
  if (made.status !== 0) throw new Error(`initdb failed: ${String(made.stderr)}`);
  const settings = ['-k', folder, ...SETTINGS.flatMap((setting) => ['-c', setting])];
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...settings], options);
  const ended = new Promise((resolve) => server.once('exit', resolve));
  for await (const line of createInterface(server.stderr))
    if (line.includes('ready to accept connections')) break;
  server.stderr.resume();
  return {
    url: `postgres://postgres@/postgres?host=${encodeURIComponent(folder)}`,
    stop: async () => {
      server.kill('SIGINT');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

export const INITDB = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale', 'C', '--no-sync'];
const SETTINGS = ['listen_addresses=', 'fsync=off', 'synchronous_commit=off'];

/** Returns the account to run PostgreSQL as, which refuses to run as root: Debian's `postgres`, or `nobody`. */
export function chooseAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = ['postgres', 'nobody'].flatMap((name) => accounts.filter((one) => one[0] === name));
  const [, , uid, gid] = found[0] ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}
