import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { OperatorError } from '../errors.ts';
import type { Account } from './account.ts';
import { findFreePort } from './free-port.ts';
import { readPostmasterFile } from './postmaster.ts';

/** Time to start, which a recovery after a crash may take, and the interval of the checks. */
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 10;

export type ServerOptions = {
  postgres: string;
  cluster: string;
  account: Account;
  /** Log of PostgreSQL's own messages, which contain no statements and no values. */
  logFile: string;
  settings: Record<string, string>;
};

export type RunningServer = { port: number; pid: number; child: ChildProcess };

/**
 * Settings of the server. Logs LOG, FATAL and PANIC only, because messages of other levels quote client input. Listens
 * on the loopback interface only, without a Unix socket.
 */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

/**
 * Starts the server and resolves when it accepts connections. Throws OperatorError when it does not within a minute, or
 * ends before.
 */
export async function startServerProcess(
  options: ServerOptions,
  port?: number,
): Promise<RunningServer> {
  const usedPort = port ?? (await findFreePort());
  const log = await open(options.logFile, 'w', 0o600);
  const settings = { ...SETTINGS, ...options.settings, port: String(usedPort) };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // A process group of its own: Ctrl-C in a terminal reaches the gateway only, which stops the server after draining.
  const child = spawn(options.postgres, ['-D', options.cluster, ...flags], {
    ...options.account,
    cwd: '/',
    env: { LC_ALL: 'C' },
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  const startFailure = once(child, 'error').then(([error]: unknown[]) => error);
  await log.close();
  if (child.pid === undefined) throw createStartError(await startFailure, options.logFile);
  child.unref();
  await waitUntilReady(child, options);
  return { port: usedPort, pid: child.pid, child };
}

async function waitUntilReady(child: ChildProcess, options: ServerOptions): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    const postmaster = await readPostmasterFile(options.cluster);
    if (postmaster?.pid === child.pid && postmaster?.isReady) return;
    await wait(POLL_MS);
  }
  child.kill('SIGINT');
  throw createStartError(undefined, options.logFile, await readLastFault(options.logFile));
}

function createStartError(cause: unknown, logFile: string, fault = ''): OperatorError {
  const reason = fault === '' ? `see ${logFile}` : fault;
  return new OperatorError(`The embedded PostgreSQL did not start: ${reason}`, { cause });
}

async function readLastFault(logFile: string): Promise<string> {
  const lines = (await readFile(logFile, 'utf8')).split('\n');
  return (
    lines.findLast((line) => /FATAL|PANIC/.test(line))?.replace(/^.*?(?=FATAL|PANIC)/, '') ?? ''
  );
}
