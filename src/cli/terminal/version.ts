import { readFile } from 'node:fs/promises';

/** The version that package.json states, e.g. `0.1.0`. The file is as far from dist/cli as from src/cli. */
export async function readVersion(): Promise<string> {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');
  return /"version": "([^"]+)"/.exec(text)?.[1] ?? 'unknown';
}
