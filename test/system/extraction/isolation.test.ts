import { type ChildProcess, fork } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findIsolation } from '../../../src/extraction/isolation/find-isolation.ts';
import { createLauncher } from '../../../src/extraction/isolation/launcher.ts';
import { listReadablePaths } from '../../../src/extraction/isolation/readable-paths.ts';
import { startReader } from '../../../src/extraction/reader/start-reader.ts';
import { ATTEMPTS, type Targets } from '../../support/processes/evil-reader.ts';

const EVIL = fileURLToPath(new URL('../../support/processes/evil-reader.ts', import.meta.url));
const OPTIONS = { program: EVIL, heapMegabytes: 400 };
const SECRET = 'a secret that outlives every reader';

const folder = mkdtempSync(join(tmpdir(), 'isolation-'));
const heard: string[] = [];
const tcp = createServer((socket) => {
  heard.push('tcp');
  socket.destroy();
});
const local = createServer((socket) => {
  heard.push('local');
  socket.destroy();
});
const udp = createSocket('udp4', () => heard.push('udp'));
const targets: Targets = {
  secretFile: join(folder, 'secret'),
  newFile: join(folder, 'new'),
  tcpPort: 0,
  udpPort: 0,
  socketPath: join(folder, 'socket'),
};
beforeAll(async () => {
  const opened = [
    once(tcp.listen(0, '127.0.0.1'), 'listening'),
    once(local.listen(targets.socketPath), 'listening'),
    once(udp.bind(0, '127.0.0.1'), 'listening'),
  ];
  await Promise.all(opened);
  const address = tcp.address();
  targets.tcpPort = typeof address === 'object' ? (address?.port ?? 0) : 0;
  targets.udpPort = udp.address().port;
});
afterAll(() => {
  for (const listener of [tcp, local, udp]) listener.close();
  rmSync(folder, { recursive: true });
});

/** Returns what the program did that it must not, as it says itself and as the test sees it. */
async function attack(child: ChildProcess): Promise<{ succeeded: unknown; heard: string[] }> {
  onTestFinished(() => void child.kill('SIGKILL'));
  writeFileSync(targets.secretFile, SECRET);
  rmSync(targets.newFile, { force: true });
  heard.length = 0;
  child.send(targets);
  const ended = once(child, 'exit').then(() => ['ended']);
  const [succeeded] = await Promise.race([once(child, 'message'), ended]);
  return { succeeded, heard: [...heard].toSorted() };
}

function fileState(): unknown {
  return { isNew: existsSync(targets.newFile), secret: readFileSync(targets.secretFile, 'utf8') };
}

const UNTOUCHED = { isNew: false, secret: SECRET };

/** Node does not know of threads with other flags, and lets signals pass. */
const LEFT_BY_NODE = ['signal the parent', 'connect in a worker of its own flags'];

const isolation = await findIsolation();
console.info(`Readers are isolated by: ${JSON.stringify(isolation)}`);

describe('a program in the place of the one that reads documents', () => {
  it('does all that it tries where nothing isolates it', async () => {
    const { succeeded } = await attack(fork(EVIL));
    expect(succeeded).toEqual(Object.keys(ATTEMPTS));
    expect(new Set(heard)).toEqual(new Set(['tcp', 'local', 'udp']));
    expect(fileState()).not.toEqual(UNTOUCHED);
  });

  it.runIf(isolation.level === 'kernel')(
    'does nothing of it where the kernel isolates',
    async () => {
      expect(await attack(startReader(OPTIONS, isolation))).toEqual({ succeeded: [], heard: [] });
      expect(fileState()).toEqual(UNTOUCHED);
    },
  );

  it.runIf(isolation.level === 'kernel')('does nothing of it past Node either', async () => {
    const readable = listReadablePaths(EVIL);
    const launcher = createLauncher(readable);
    const execArgv = [...(launcher?.args ?? []), process.execPath];
    const child = fork(EVIL, [], { execPath: launcher?.program, execArgv, env: {} });
    expect(await attack(child)).toEqual({ succeeded: [], heard: [] });
    expect(fileState()).toEqual(UNTOUCHED);
  });

  it('does little of it where Node alone isolates', async () => {
    const { succeeded } = await attack(startReader(OPTIONS, { level: 'node', reason: 'a test' }));
    expect(succeeded).toEqual(LEFT_BY_NODE);
    expect(fileState()).toEqual(UNTOUCHED);
  });
});
