import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { at } from '../../support/clients/graphql.ts';
import { listStored, makePdf, upload } from '../../support/data/files.ts';
import { useDatabase } from '../../support/database/database.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { portOf } from '../../support/processes/port-of.ts';
import { signingKeyFor } from '../../support/processes/run-command.ts';
import { GATEWAY } from '../../support/processes/serve-process.ts';

const MAY_MOUNT = process.platform === 'linux' && process.getuid?.() === 0;
if (!MAY_MOUNT) console.log('Only root may mount a small disk: no disk of files was full.');
/** Refuses every byte, as a full disk does; Linux has it. */
const FULL = '/dev/full';

function mount(options: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
}

const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));

describe.skipIf(!MAY_MOUNT)('a disk of files', () => {
  beforeAll(() => mount('size=128k'));
  afterAll(() => {
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true });
  });
  const gateway = useGateway({ FILES_DIR: folder, WORKER: 'off' });
  const UNAVAILABLE = { status: 503, code: 'files_unavailable' };

  async function send(size: number): Promise<object> {
    const { status, body } = await upload(gateway, { bytes: makePdf(size) });
    return { status, code: at(body, 'code_message') ?? null };
  }

  it('that is full is 503 files_unavailable, keeps no part of a file, and is used again once there is room', async () => {
    expect(await send(10_000)).toMatchObject({ status: 200 });
    const stored = await listStored(folder);
    expect(await send(300_000)).toEqual(UNAVAILABLE);
    expect(await listStored(folder)).toEqual(stored);
    expect(gateway.logs).toContain('the disk of files could not be used');
    expect(await send(11_000)).toMatchObject({ status: 200 });
    mount('remount,size=2m');
    expect(await send(300_000)).toMatchObject({ status: 200 });
  });

  it('that is read-only is 503 files_unavailable until it takes writes', async () => {
    mount('remount,ro');
    expect(await send(12_000)).toEqual(UNAVAILABLE);
    mount('remount,rw');
    expect(await send(12_000)).toMatchObject({ status: 200 });
  });
});

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  server.close();
  await once(server, 'close');
  return port;
}

const database = useDatabase();

it.skipIf(!existsSync(FULL))(
  'a gateway serves on, and ends when it is told to, whose output and log find no room',
  async () => {
    const port = await findFreePort();
    const full = openSync(FULL, 'w');
    const env = { DATABASE_URL: database.url, PORT: String(port), LOG_FILE: FULL };
    const compiled = { NODE_COMPILE_CACHE: inject('compileCache') };
    const child = spawn(process.execPath, [GATEWAY, 'serve'], {
      stdio: ['ignore', full, full],
      env: { ...signingKeyFor(env), ...compiled, WARM_UP_MS: '0', DRAIN_DELAY_MS: '0', ...env },
    });
    const exit = once(child, 'exit');
    const ask = async (): Promise<number> => {
      const response = await fetch(`http://127.0.0.1:${port}/nothing`).catch(() => undefined);
      return response?.status ?? 0;
    };
    await expect.poll(ask, { timeout: 60_000 }).toBe(404);
    // The line of the request is refused by the log's file, and the complaint about that by standard error.
    child.kill('SIGUSR2');
    for (let time = 0; time < 20; time += 1) expect(await ask()).toBe(404);
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  },
);
