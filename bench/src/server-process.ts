import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../../src/embedded-postgres/free-port.ts';
import { DATA_FOLDER } from './data-folder.ts';
import { onCores } from './pinning.ts';

export type ServerProcess = {
  name: string;
  url: string;
  pid: number;
  /** Time from the start of the process to its first response, in milliseconds. */
  startMs: number;
  stop: () => Promise<void>;
};

export type ServerCommand = {
  name: string;
  /** Arguments of Node. */
  args: readonly string[];
  cwd?: string;
  env: Record<string, string>;
  cores?: 'server' | 'all';
};

const START_TIMEOUT_MS = 30_000;
const POLL_MS = 5;

/** Starts a server in a Node process whose output goes to a file. Resolves when it accepts requests. */
export async function startServerProcess(command: ServerCommand): Promise<ServerProcess> {
  const port = await findFreePort();
  const startedAt = performance.now();
  const child = await spawnLogged(command, port);
  const url = `http://127.0.0.1:${port}`;
  await untilAnswers(child, url, command.name);
  return {
    name: command.name,
    url,
    pid: child.pid ?? 0,
    startMs: performance.now() - startedAt,
    stop: async () => await stopProcess(child),
  };
}

async function spawnLogged(command: ServerCommand, port: number): Promise<ChildProcess> {
  const logs = join(DATA_FOLDER, 'logs');
  await mkdir(logs, { recursive: true });
  const log = await open(join(logs, `${command.name}.log`), 'w');
  const [file, args] = onCores(command.cores ?? 'server', [process.execPath, ...command.args]);
  const child = spawn(file, args, {
    cwd: command.cwd,
    env: { PATH: process.env['PATH'], PORT: String(port), ...command.env },
    stdio: ['ignore', log.fd, log.fd],
  });
  await log.close();
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

const running = new Set<ChildProcess>();

/** Ends all running servers of an interrupted run. */
export function endServers(): void {
  for (const child of running) child.kill('SIGTERM');
}

/** Waits for any response, also an error. */
async function untilAnswers(child: ChildProcess, url: string, name: string): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline && child.exitCode === null) {
    const isThere = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await wait(POLL_MS);
  }
  child.kill('SIGKILL');
  throw new Error(`${name} did not start: see ${join(DATA_FOLDER, 'logs', `${name}.log`)}`);
}

const STOP_TIMEOUT_MS = 10_000;

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  child.kill('SIGTERM');
  await ended;
  clearTimeout(timer);
}
