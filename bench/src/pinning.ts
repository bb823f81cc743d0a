import { execFileSync, spawnSync } from 'node:child_process';
import { cpus } from 'node:os';

/** The server under load runs on the first core; PostgreSQL, the load and this process on the second. */
const SERVER_CORE = 0;
const OTHER_CORE = 1;

/** Whether processes can be bound to cores here: Linux with two of them. */
export const canPin: boolean =
  cpus().length > 1 && spawnSync('taskset', ['--version']).error === undefined;

/** Binds this process, and with it everything that it starts from now on, to the core beside the server's. */
export function pinSelf(): void {
  if (!canPin) return;
  execFileSync('taskset', ['-acp', String(OTHER_CORE), String(process.pid)], { stdio: 'ignore' });
}

/** The command line that runs a command on the server's core, or on all of them. */
export function onCores(cores: 'server' | 'all', command: readonly string[]): [string, string[]] {
  const last = cpus().length - 1;
  const list = cores === 'server' ? String(SERVER_CORE) : `0-${last}`;
  const [file = '', ...rest] = canPin ? ['taskset', '-c', list, ...command] : command;
  return [file, rest];
}
