import { spawnSync } from 'node:child_process';

/** Processes that read documents and that another process, by default this one, has started. */
export function listReaderProcesses(parent: number = process.pid): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(parent), '-f', 'reader-process'], {
    encoding: 'utf8',
  });
  return stdout.split('\n').filter(Boolean).map(Number);
}
