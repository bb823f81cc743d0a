import { createReadStream, existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ListEntry } from '../../../src/domain/lists/list-entry.ts';
import type { SharedListCode } from '../../../src/domain/lists/list-source.ts';
import { type ListFile, ReadReport } from '../../../src/lists/list-reader.ts';
import { READERS } from '../../../src/lists/readers.ts';
import { readRows as readRowsOf } from '../../../src/lists/text/read-rows.ts';

const FOLDER_VARIABLE = 'LISTS_DATA';

/** Returns the folder of the published lists. Throws when LISTS_DATA is not set. */
export function getListsFolder(): string {
  const folder = process.env[FOLDER_VARIABLE];
  if (folder === undefined || !existsSync(join(folder, 'matching'))) {
    throw new Error(
      `${FOLDER_VARIABLE} must name the folder of published lists (matching, ofac, un, sat69, sat69b and pep in it).`,
    );
  }
  return folder;
}

/** Reads a list of the folder with the reader of the gateway. */
export async function readList(
  folder: string,
  code: SharedListCode,
  paths: readonly string[],
): Promise<ListEntry[]> {
  const files = paths.map((path) => fileAt(join(folder, path)));
  const entries: ListEntry[] = [];
  for await (const entry of READERS[code](files, new ReadReport())) entries.push(entry);
  return entries;
}

/** Reads the rows of a table as published, for names that the readers would split. */
export async function readRows(path: string): Promise<(readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  for await (const { cells } of readRowsOf(fileAt(path))) rows.push(cells);
  return rows;
}

function fileAt(path: string): ListFile {
  return { name: basename(path), open: () => createReadStream(path) };
}
