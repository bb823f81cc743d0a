import { spawnSync } from 'node:child_process';
import { autocannon } from './autocannon.ts';
import type { LoadGenerator } from './load.ts';
import { wrk } from './wrk.ts';

/** Returns the named load generator; by default wrk (Debian package `wrk`) if installed, otherwise autocannon. */
export function chooseGenerator(wanted: string | undefined): LoadGenerator {
  if (wanted !== undefined) return wanted === 'wrk' ? wrk : autocannon;
  return spawnSync('wrk', ['--version']).error === undefined ? wrk : autocannon;
}
