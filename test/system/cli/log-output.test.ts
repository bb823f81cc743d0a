import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rename, stat, symlink, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, inject, it } from 'vitest';
import { LogOutput } from '../../../src/cli/log/log-output.ts';
import { hasCode } from '../../../src/errors.ts';
import { counts } from '../../../src/runtime/instruments/counts.ts';
import { useDatabase } from '../../support/database/database.ts';
import { makeDataFolder, serversOn } from '../../support/processes/data-folder.ts';
import { useLogFolder } from '../../support/processes/log-folder.ts';
import { GATEWAY, startServe } from '../../support/processes/serve-process.ts';

const database = useDatabase();
const MIB = 1024 * 1024;
/** Refuses every byte, as a full disk does; Linux has it. */
const FULL = '/dev/full';
const log = useLogFolder();

async function sizeOf(path: string): Promise<number> {
  return (await stat(path)).size;
}

async function untilBytes(path: string, bytes: number): Promise<string> {
  await expect.poll(async () => await sizeOf(path), { timeout: 60_000 }).toBe(bytes);
  return await readFile(path, 'utf8');
}

describe('what the log is written to', () => {
  it('gets every line once and in order, though it is moved away in the midst of them', async () => {
    const output = new LogOutput({
      file: log.file,
      onFault: () => expect.unreachable(),
      onLinesLost: () => expect.unreachable(),
    });
    const lines = Array.from({ length: 40_000 }, (_, at) => `line ${at} ${'x'.repeat(at % 90)}\n`);
    for (const line of lines.slice(0, 20_000)) output.write(line);
    await rename(log.file, `${log.file}.1`);
    output.reopen();
    for (const line of lines.slice(20_000)) output.write(line);
    const all = lines.join('');
    await expect
      .poll(async () => (await sizeOf(`${log.file}.1`)) + (await sizeOf(log.file)), {
        timeout: 60_000,
      })
      .toBe(all.length);
    const written = [`${log.file}.1`, log.file].map(async (path) => await readFile(path, 'utf8'));
    expect((await Promise.all(written)).join('') === all).toBe(true);
  });

  it.skipIf(!existsSync(FULL))(
    'is tried again while it is full, with what came first, of which so much is kept',
    async () => {
      const faults: unknown[] = [];
      const before = counts.logLinesLost;
      await symlink(FULL, log.file);
      const output = new LogOutput({
        file: log.file,
        onFault: (error) => void faults.push(error),
        onLinesLost: () => undefined,
      });
      const line = `${'x'.repeat(1023)}\n`;
      output.write(`first\n${line}`);
      for (let kib = 0; kib < 20 * 1024; kib += 1) {
        output.write(line);
        if (kib % 32 === 0) await setImmediate();
      }
      // The first line of them all came together with one of these.
      expect(counts.logLinesLost - before).toBe(20 * 1024 - (8 * 1024 - 2));
      await expect.poll(() => faults.length).toBe(1);
      expect(faults.map((error) => hasCode(error, 'ENOSPC'))).toEqual([true]);
      await unlink(log.file);
      output.reopen();
      const text = await untilBytes(log.file, 8 * MIB - 1024 + 'first\n'.length);
      expect(text.startsWith('first\n')).toBe(true);
      await unlink(log.file);
      await symlink(FULL, log.file);
      output.reopen();
      output.write(line);
      await expect.poll(() => faults.length).toBe(2);
    },
  );
});

/** Each test starts a process. */
describe('a gateway that cannot write its log', () => {
  it.skipIf(!existsSync(FULL))(
    'serves, says so once, and ends when it is told to, with how many lines were lost',
    async () => {
      const gateway = startServe({ DATABASE_URL: database.url, LOG_FILE: FULL });
      const url = await gateway.url;
      const complaint = `error: LOG_FILE ${FULL} cannot be written to (ENOSPC).\n`;
      expect((await fetch(`${url}/nothing`)).status).toBe(404);
      await expect.poll(() => gateway.output().stderr, { timeout: 60_000 }).toBe(complaint);
      expect((await fetch(`${url}/nothing`)).status).toBe(404);
      expect(await gateway.stop('SIGTERM')).toBe(0);
      const [first, last, ...others] = gateway.output().stderr.split(/(?<=\n)/);
      expect([first, others]).toEqual([complaint, []]);
      expect(last).toMatch(
        /^error: [1-9]\d* log lines were lost: LOG_FILE \/dev\/full did not accept them\.\n$/,
      );
    },
  );

  it.skipIf(process.platform !== 'linux' || !existsSync('/usr/bin/script'))(
    'ends with its embedded database when its terminal is closed',
    async () => {
      const dataDir = await makeDataFolder();
      const pidFile = join(log.folder, 'pid');
      const command = `echo $$ > ${pidFile}; exec ${process.execPath} ${GATEWAY} serve`;
      const terminal = spawn('/usr/bin/script', ['-qfec', command, '/dev/null'], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          SHELL: '/bin/sh',
          DATA_DIR: dataDir,
          PORT: '0',
          WARM_UP_MS: '0',
          NODE_COMPILE_CACHE: inject('compileCache'),
        },
      });
      let shown = '';
      terminal.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()));
      await expect.poll(() => shown, { timeout: 60_000 }).toMatch(/runs at (http:\S+)/);
      const pid = Number(await readFile(pidFile, 'utf8'));
      expect(await serversOn(dataDir)).not.toEqual([]);
      terminal.kill('SIGKILL');
      await once(terminal, 'exit');
      await expect.poll(() => isAlive(pid), { timeout: 60_000 }).toBe(false);
      expect(await serversOn(dataDir)).toEqual([]);
    },
  );
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
