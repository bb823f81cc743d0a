import { execFile } from 'node:child_process';
import { execPath, platform } from 'node:process';
import { promisify } from 'node:util';
import { launcherFor } from './launcher.ts';
import { listReadablePaths } from './readable-paths.ts';

/**
 * Isolation of processes that read documents. `kernel`: Landlock and seccomp refuse files, network, processes and signals
 * whatever code runs there. `node`: only Node's permission model does, which code that takes the process over can leave.
 */
export type Isolation = { level: 'kernel' } | { level: 'node'; reason: string };

let isolation: Promise<Isolation> | undefined;

/** Returns the isolation that this system allows, tried once in each process. */
export async function findIsolation(): Promise<Isolation> {
  return await (isolation ??= tryKernel());
}

async function tryKernel(): Promise<Isolation> {
  if (platform !== 'linux') return { level: 'node', reason: `not available on ${platform}` };
  const launcher = launcherFor(listReadablePaths(execPath));
  if (launcher === undefined) return { level: 'node', reason: 'not available on this processor' };
  const { program, args } = launcher;
  try {
    await promisify(execFile)(program, [...args, execPath, '--eval', ''], { env: {} });
    return { level: 'kernel' };
  } catch (error) {
    return { level: 'node', reason: describeError(error) };
  }
}

/**
 * Returns the first line of the launcher's output, which names the failed system call; otherwise the code of the
 * error.
 */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [line = ''] = 'stderr' in error ? String(error.stderr).trim().split('\n') : [];
  if (line !== '') return line;
  return 'code' in error ? `the launcher ended with ${String(error.code)}` : error.message;
}
