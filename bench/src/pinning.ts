import { execFileSync, spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { childrenOf } from './proc.ts';

/** The server under load runs on the first core; PostgreSQL, the load generator and this process on the second. */
const SERVER_CORE = 0;
const OTHER_CORE = 1;
const ALL_CORES = `0-${cpus().length - 1}`;

/** True when processes can be pinned to cores: on Linux with at least two cores. */
export const canPin: boolean =
  cpus().length > 1 && spawnSync('taskset', ['--version']).error === undefined;

/** Pins this process, and all processes that it starts later, to the core next to that of the server. */
export function pinSelf(): void {
  if (!canPin) return;
  execFileSync('taskset', ['-acp', String(OTHER_CORE), String(process.pid)], { stdio: 'ignore' });
}

/** Lets a process and its children, also later ones, use all cores. */
export function spreadTree(pid: number): void {
  if (!canPin) return;
  for (const one of [pid, ...childrenOf(pid)]) {
    execFileSync('taskset', ['-acp', ALL_CORES, String(one)], { stdio: 'ignore' });
  }
}

/** Returns the command line that runs a command on the core of the server, or on all cores. */
export function onCores(cores: 'server' | 'all', command: readonly string[]): [string, string[]] {
  const list = cores === 'server' ? String(SERVER_CORE) : ALL_CORES;
  const [file = '', ...rest] = canPin ? ['taskset', '-c', list, ...command] : command;
  return [file, rest];
}
