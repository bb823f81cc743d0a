import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Path of the repository, with a trailing slash. */
export const root = new URL('../../..', import.meta.url).pathname;
/** Source files with their text, and their code without comments. */
export const sources = globSync('src/**/*.ts', { cwd: root }).map((path) => {
  const text = readFileSync(join(root, path), 'utf8');
  return { path, text, code: text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '') };
});

/** Returns the layer of a file: its folder directly under src, or the file's own name. */
export function layerOf(path: string): string {
  return path.split(sep)[1] ?? '';
}

/** Returns `path: match` for each match in the code of the selected files. */
export function listMatches(pattern: RegExp, isMeant: (path: string) => boolean): string[] {
  return sources
    .filter(({ path }) => isMeant(path))
    .flatMap(({ path, code }) => (code.match(pattern) ?? []).map((found) => `${path}: ${found}`));
}
