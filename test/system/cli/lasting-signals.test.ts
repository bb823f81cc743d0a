import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFreePort } from '../../../src/embedded-postgres/free-port.ts';
import { parseMetrics, valueOf } from '../../support/clients/metrics.ts';
import { useDatabase } from '../../support/database/database.ts';
import { useLogFolder } from '../../support/processes/log-folder.ts';
import { spawnCommand } from '../../support/processes/run-command.ts';
import { startServe } from '../../support/processes/serve-process.ts';
import { startWork } from '../../support/processes/work-process.ts';

const database = useDatabase();
const log = useLogFolder();

async function read(path: string): Promise<string> {
  return await readFile(path, 'utf8').catch(() => '');
}

/** The lines of the log in the file, which are written a moment after they are made. */
async function untilLogged(path: string, words: string): Promise<void> {
  await expect.poll(async () => await read(path), { timeout: 60_000 }).toContain(words);
}

const ROTATED = 'the log file was reopened';

describe('a process that goes on', () => {
  it('serve opens its log anew on SIGHUP, and outlives SIGUSR2', async () => {
    const env = { DATABASE_URL: database.url, LOG_FILE: log.file };
    const gateway = startServe(env);
    const url = await gateway.url;
    await fetch(`${url}/nothing`);
    await untilLogged(log.file, '"route":"unknown"');
    const moved = `${log.file}.1`;
    await rename(log.file, moved);
    gateway.child.kill('SIGHUP');
    await untilLogged(log.file, ROTATED);
    gateway.child.kill('SIGUSR2');
    await untilLogged(log.file, '"msg":"process status"');
    expect(await read(log.file)).toMatch(/"rssMiB":\d+/);
    await fetch(`${url}/api/v4/nothing`);
    await untilLogged(log.file, '"method":"GET"');
    expect(await read(moved)).not.toContain(ROTATED);
    expect(gateway.output()).toEqual({ stdout: gateway.output().stdout, stderr: '' });
    expect(gateway.output().stdout).not.toContain('"msg"');

    await rename(log.folder, `${log.folder}-moved`);
    gateway.child.kill('SIGHUP');
    const complaint = `error: LOG_FILE ${log.file} cannot be written to (ENOENT).\n`;
    await expect.poll(() => gateway.output().stderr, { timeout: 60_000 }).toBe(complaint);
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    await rename(`${log.folder}-moved`, log.folder);
    expect(await gateway.stop('SIGTERM')).toBe(0);
    expect(await read(log.file)).toContain('"msg":"stopping"');
  });

  it('work does so, too, and tells its metrics', async () => {
    const port = await findFreePort();
    const env = { DATABASE_URL: database.url, LOG_FILE: log.file, METRICS_PORT: String(port) };
    const worker = await startWork(env);
    await rename(log.file, `${log.file}.1`);
    worker.child.kill('SIGHUP');
    await untilLogged(log.file, ROTATED);
    worker.child.kill('SIGUSR2');
    await untilLogged(log.file, 'process status');
    const readSamples = async () =>
      parseMetrics(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
    const readWorking = async () =>
      valueOf(await readSamples(), 'gateway_extraction_readers_working');
    await expect.poll(readWorking, { timeout: 180_000 }).toBe(1);
    const samples = await readSamples();
    expect(valueOf(samples, 'gateway_extraction_readers', { state: 'busy' })).toBe(0);
    expect(valueOf(samples, 'gateway_database_connections_max')).toBe(10);
    expect(valueOf(samples, 'gateway_ready')).toBeUndefined();
    expect(await worker.stop('SIGTERM')).toBe(0);
  });

  it('says in a sentence what is wrong with its log or its port, and serves nobody', async () => {
    const nowhere = {
      DATABASE_URL: database.url,
      LOG_FILE: join(log.folder, 'none', 'gateway.log'),
    };
    const refused = await spawnCommand(['serve'], { ...nowhere, PORT: '0' });
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^error: LOG_FILE .* cannot be written to \(ENOENT\)\.\n$/);
    const port = String(await findFreePort());
    const first = startServe({ DATABASE_URL: database.url, METRICS_PORT: port });
    await first.url;
    const second = await spawnCommand(['serve'], {
      DATABASE_URL: database.url,
      PORT: '0',
      METRICS_PORT: port,
    });
    expect(second).toMatchObject({
      code: 1,
      stderr: `error: 127.0.0.1:${port} is taken by another program: stop that one, or set METRICS_PORT.\n`,
    });
    expect(await first.stop('SIGTERM')).toBe(0);
  });
});
