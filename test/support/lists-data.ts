import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';

const { LISTS_DATA: folder = '' } = process.env;
if (folder === '')
  console.warn('LISTS_DATA names no folder of public lists: the tests on real lists are skipped.');

/** Tests on the real public lists in the folder that LISTS_DATA names; without it they are skipped. */
export const describeWithLists: typeof describe.skip = folder === '' ? describe.skip : describe;

/** The rows of a CSV file of the folder, in the code page that the SAT writes. */
export function readListCsv(path: string): string[][] {
  return parseCsv(new TextDecoder('windows-1252').decode(readFileSync(join(folder, path))));
}

export function readListJson(path: string): unknown {
  return JSON.parse(readFileSync(join(folder, path), 'utf8'));
}

const CELL = /(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\r?\n|$)/gy;

function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end] of text.matchAll(CELL)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain.replace(/\r$/, ''));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
