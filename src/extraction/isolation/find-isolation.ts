import { execFile } from 'node:child_process';
import { execPath, platform } from 'node:process';
import { promisify } from 'node:util';
import { createLauncher } from './launcher.ts';
import { listReadablePaths } from './readable-paths.ts';

/**
 * Isolation of the processes that read documents. `kernel`: Landlock and seccomp deny access to files, network,
 * processes and signals to any code. `node`: only the permission model of Node denies it, which injected code can
 * bypass.
 */
export type Isolation = { level: 'kernel' } | { level: 'node'; reason: string };

let isolation: Promise<Isolation> | undefined;

/** Returns the strongest isolation that this system supports. The kernel isolation is tried once per process. */
export async function findIsolation(): Promise<Isolation> {
  return await (isolation ??= tryKernel());
}

async function tryKernel(): Promise<Isolation> {
  if (platform !== 'linux') return { level: 'node', reason: `not available on ${platform}` };
  const launcher = createLauncher(listReadablePaths(execPath));
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
 * Returns the first line of the launcher's output, which names the failed system call; otherwise the code of the error.
 */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [line = ''] = 'stderr' in error ? String(error.stderr).trim().split('\n') : [];
  if (line !== '') return line;
  return 'code' in error ? `the launcher ended with ${String(error.code)}` : error.message;
}
