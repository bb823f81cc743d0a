import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';

/** Returns the version of the nearest package.json above this file, in src or in dist: for example `0.1.0`. */
export async function readVersion(): Promise<string> {
  const path = findPackageJSON(import.meta.url);
  const text = path === undefined ? '' : await readFile(path, 'utf8');
  return /"version": "([^"]+)"/.exec(text)?.[1] ?? 'unknown';
}
