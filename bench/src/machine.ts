import { execFileSync } from 'node:child_process';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { GATEWAY_DIR } from './gateway.ts';
import { canPin } from './pinning.ts';

export type Machine = {
  cpu: string;
  cores: number;
  memoryGiB: number;
  system: string;
  node: string;
  postgres: string;
  generator: string;
  /** True when the server under load had its own core. */
  isPinned: boolean;
  /** Commit of the measured gateway, with + when its sources were changed. */
  commit: string;
};

export function describeMachine(found: { postgres: string; generator: string }): Machine {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()} ${arch()}`,
    node: process.version,
    ...found,
    isPinned: canPin,
    commit: describeCommit(),
  };
}

function describeCommit(): string {
  try {
    const isChanged = git('status', '--porcelain', '--', 'src') !== '';
    return git('rev-parse', '--short', 'HEAD') + (isChanged ? '+' : '');
  } catch {
    return 'unknown';
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: GATEWAY_DIR, encoding: 'utf8' }).trim();
}
