import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { ppid } from 'node:process';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Resources of the test that this program tries to reach in the place of a reader process. */
export type Targets = {
  secretFile: string;
  /** Path that can be written to, and is not there. */
  newFile: string;
  tcpPort: number;
  udpPort: number;
  socketPath: string;
};

async function connectTo(target: { port: number; host: string } | { path: string }) {
  const socket = connect(target);
  await once(socket, 'connect');
  socket.destroy();
}

async function connectInWorker(port: number, options: WorkerOptions) {
  const code = `
    const { connect } = require('node:net');
    const { parentPort } = require('node:worker_threads');
    connect(${port}, '127.0.0.1', () => parentPort.postMessage('connected')).on('error', (error) => { throw error; });`;
  const worker = new Worker(code, { eval: true, ...options });
  await once(worker, 'message');
  await worker.terminate();
}

async function sendDatagram(port: number) {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.send('secret', port, '127.0.0.1', (error) => (error ? reject(error) : resolve()));
  }).finally(() => socket.close());
}

async function askName(port: number) {
  const resolver = new Resolver({ timeout: 1_000, tries: 1 });
  resolver.setServers([`127.0.0.1:${port}`]);
  // The test's server never answers: a time-out means that it was asked.
  const { code } = await resolver.resolve4('secret.example').then(
    () => ({ code: 'ETIMEOUT' }),
    (error: NodeJS.ErrnoException) => error,
  );
  if (code !== 'ETIMEOUT') throw new Error(code ?? 'refused');
}

function startProgram() {
  const { error } = spawnSync(process.execPath, ['--version']);
  if (error !== undefined) throw error;
}

type Attempt = (targets: Targets) => unknown;
export const ATTEMPTS: Record<string, Attempt> = {
  'read the environment of the parent': () => readFileSync(`/proc/${ppid}/environ`),
  'read memory maps of the parent': () => readFileSync(`/proc/${ppid}/maps`),
  'read its own environment': () => readFileSync('/proc/self/environ'),
  'read a secret': ({ secretFile }) => readFileSync(secretFile),
  'read the users of the system': () => readFileSync('/etc/passwd'),
  'write a file': ({ newFile }) => writeFileSync(newFile, 'x'),
  'cut a file': ({ secretFile }) => truncateSync(secretFile, 1_000_000),
  'start a program': startProgram,
  'signal the parent': () => process.kill(ppid, 0),
  'connect by TCP': async ({ tcpPort: port }) => await connectTo({ port, host: '127.0.0.1' }),
  'connect to a socket of the system': async ({ socketPath: path }) => await connectTo({ path }),
  'connect in a worker': async ({ tcpPort }) => await connectInWorker(tcpPort, {}),
  'connect in a worker of its own flags': async ({ tcpPort }) =>
    await connectInWorker(tcpPort, { execArgv: [] }),
  'send a datagram': async ({ udpPort }) => await sendDatagram(udpPort),
  'ask for a name': async ({ udpPort }) => await askName(udpPort),
};

/** Reports each attempt that came off. */
process.on('message', async (targets: Targets) => {
  const succeeded: string[] = [];
  for (const [name, attempt] of Object.entries(ATTEMPTS)) {
    try {
      await attempt(targets);
      succeeded.push(name);
    } catch {
      // Refused.
    }
  }
  process.send?.(succeeded);
});
