import { spawnSync } from 'node:child_process';

/** Returns the reader processes that a process has started, by default this one. */
export function listReaderProcesses(parent: number = process.pid): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(parent), '-f', 'reader-process'], {
    encoding: 'utf8',
  });
  return stdout.split('\n').filter(Boolean).map(Number);
}
