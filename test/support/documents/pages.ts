import { globSync, readFileSync } from 'node:fs';
import { root } from '../probes/source-files.ts';

/** Fenced block of a page: the words behind the fence, and its text. */
export type Fence = { info: string; text: string };

/** Paths of all pages, relative to the repository. */
export function listPages(pattern = 'docs/**/*.md'): string[] {
  return globSync(pattern, { cwd: root }).toSorted();
}

export function readPage(path: string): string {
  return readFileSync(`${root}/${path}`, 'utf8');
}

export function listFences(text: string): Fence[] {
  return [...text.matchAll(/^( *)```(.*)\n([\s\S]*?)^ *```$/gm)].map(
    ([, indent = '', info = '', body = '']) => ({
      info: info.trim(),
      text: body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );
}

/** Text of a page without its fenced blocks. */
export function withoutFences(text: string): string {
  return text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '');
}
