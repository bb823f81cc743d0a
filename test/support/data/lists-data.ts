import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe } from 'vitest';

const { LISTS_DATA: folder = '' } = process.env;
if (folder === '')
  console.warn('LISTS_DATA names no folder of public lists: the tests on real lists are skipped.');

/** Describes tests on the real public lists in the folder LISTS_DATA. Without LISTS_DATA, they are skipped. */
export const describeWithLists: typeof describe.skip = folder === '' ? describe.skip : describe;

/** Reads the rows of a CSV file of the folder, in the encoding of the SAT. */
export function readListCsv(path: string): string[][] {
  const text = new TextDecoder('windows-1252').decode(readFileSync(join(folder, path)));
  return parse(text, { relax_column_count: true, relax_quotes: true });
}

export function readListJson(path: string): unknown {
  return JSON.parse(readFileSync(join(folder, path), 'utf8'));
}
