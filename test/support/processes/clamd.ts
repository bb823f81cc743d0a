import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** True when Debian's clamav-daemon is installed; otherwise tests of the scanner are skipped. */
export const hasClamd: boolean = spawnSync('clamd', ['--version']).status === 0;

/** Harmless test file of malware scanners, in two parts so that scanners do not detect it in this file. */
export const EICAR = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$',
  'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
].join('');

export type Clamd = { socket: string; stop: () => Promise<void> };

/** Starts a clamd that detects EICAR only, in files of up to 1 MB. */
export async function startClamd(): Promise<Clamd> {
  const folder = await mkdtemp(join(tmpdir(), 'participant-gateway-clamd-'));
  const socket = join(folder, 'clamd.sock');
  const database = join(folder, 'db');
  const signature = `Test.EICAR:0:*:${Buffer.from(EICAR).toString('hex')}`;
  const settings = {
    LocalSocket: socket,
    DatabaseDirectory: database,
    Foreground: 'yes',
    StreamMaxLength: '1M',
    User: 'root',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}`);
  await mkdir(database);
  await writeFile(join(database, 'local.ndb'), `${signature}\n`);
  await writeFile(join(folder, 'clamd.conf'), `${lines.join('\n')}\n`);
  const config = process.getuid?.() === 0 ? lines : lines.slice(0, -1);
  await writeFile(join(folder, 'clamd.conf'), `${config.join('\n')}\n`);
  const child = spawn('clamd', ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  while (!existsSync(socket) && child.exitCode === null)
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  return {
    socket,
    stop: async () => {
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
