import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Results } from './results.ts';

const FILE = fileURLToPath(new URL('../results.json', import.meta.url));

export async function writeResults(results: Results): Promise<void> {
  await writeFile(FILE, `${JSON.stringify(results, null, 2)}\n`);
}

/** Reads the results of the last run. Throws when there are none. */
export async function readResults(): Promise<Results> {
  return JSON.parse(await readFile(FILE, 'utf8'));
}

/** Returns the last results when they have the same kind, commit and machine, so that a run can be done in parts. */
export async function findResultsToAddTo(begun: Results): Promise<Results | undefined> {
  const last = await readResults().catch(() => undefined);
  if (last === undefined || begun.machine.commit.endsWith('+')) return undefined;
  const isSame =
    last.kind === begun.kind && JSON.stringify(last.machine) === JSON.stringify(begun.machine);
  return isSame ? last : undefined;
}
