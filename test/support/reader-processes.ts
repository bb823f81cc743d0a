import { execFileSync } from 'node:child_process';

/** The processes that read documents and that this process has started. */
export function listReaderProcesses(): number[] {
  const found = execFileSync('pgrep', ['-P', String(process.pid), '-f', 'reader-process'], {
    encoding: 'utf8',
  });
  return found.trim().split('\n').map(Number);
}
