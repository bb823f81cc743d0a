import { spawnSync } from 'node:child_process';

/** The processes that read documents and that this process has started. */
export function listReaderProcesses(): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(process.pid), '-f', 'reader-process'], {
    encoding: 'utf8',
  });
  return stdout.split('\n').filter(Boolean).map(Number);
}
