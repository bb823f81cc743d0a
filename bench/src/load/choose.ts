import { spawnSync } from 'node:child_process';
import { autocannon } from './autocannon.ts';
import type { LoadGenerator } from './load.ts';
import { wrk } from './wrk.ts';

/** The one that is named; else wrk where the machine has it (Debian's package `wrk`), else autocannon, which bench/ installs. */
export function chooseGenerator(wanted: string | undefined): LoadGenerator {
  if (wanted !== undefined) return wanted === 'wrk' ? wrk : autocannon;
  return spawnSync('wrk', ['--version']).error === undefined ? wrk : autocannon;
}
