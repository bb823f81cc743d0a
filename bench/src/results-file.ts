import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Results } from './results.ts';

const FILE = fileURLToPath(new URL('../results.json', import.meta.url));

export async function writeResults(results: Results): Promise<void> {
  await writeFile(FILE, `${JSON.stringify(results, null, 2)}\n`);
}

/** What the last run wrote; throws where there was none. */
export async function readResults(): Promise<Results> {
  return JSON.parse(await readFile(FILE, 'utf8'));
}
