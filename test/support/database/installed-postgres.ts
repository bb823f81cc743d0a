import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export const INSTALLED_ROOT = '/usr/lib/postgresql';

/** The major versions of PostgreSQL that Debian's packages have installed here. */
export function listInstalledVersions(): string[] {
  const versions = existsSync(INSTALLED_ROOT) ? readdirSync(INSTALLED_ROOT) : [];
  return versions.filter((version) => existsSync(join(INSTALLED_ROOT, version, 'bin', 'initdb')));
}

export type InstalledServer = { url: string; stop: () => Promise<void> };

/** Starts a new, empty server of that version, which answers on a socket in a folder of its own. */
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

/** PostgreSQL refuses to run as root: then the account that Debian makes for it, or nobody's, runs it. */
export function chooseAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = ['postgres', 'nobody'].flatMap((name) => accounts.filter((one) => one[0] === name));
  const [, , uid, gid] = found[0] ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}
