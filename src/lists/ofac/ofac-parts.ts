import type { EntryDetails, ListName, NameKind } from '../../domain/lists/list-entry.ts';
import { addTo } from '../../domain/shared/multimap.ts';
import { type ListFile, type Reading, refuseList } from '../reading.ts';
import { ownText } from '../text/own-text.ts';
import { type Row, readRows } from '../text/read-rows.ts';
import { unquote } from '../text/unquote.ts';

/** The parts of the list are told apart by their columns, whatever the files are called. */
const COLUMNS = { primary: 12, addresses: 6, alternates: 5, comments: 2 } as const;
const PARTS = ['primary', 'addresses', 'alternates', 'comments'] as const;
type Part = (typeof PARTS)[number];
/** Parts beside the one with the entries. */
export const BESIDE = ['alternates', 'comments', 'addresses'] as const satisfies readonly Part[];
export type BesidePart = (typeof BESIDE)[number];
/** A row of a part by the number of the entry that it is of. */
export type PartRow = { key: string; line: number };

export type OfacFiles = ReadonlyMap<Part, ListFile>;

/** What stands beside the entries, by their numbers. */
export type BesideEntries = {
  alternates: Map<string, ListName[]>;
  addresses: Map<string, EntryDetails[]>;
  comments: Map<string, string>;
  rows: Record<BesidePart, PartRow[]>;
};

/** The row of one part: its cells by their place, empty where the list writes its null. */
export type OfacRow = { line: number; cell: (column: number) => string };

const KINDS: Record<string, NameKind> = { aka: 'aka', fka: 'fka', nka: 'nka' };

/** Which file is which part. Throws OperatorError for a file that is none, and for two that are the same. */
export async function sortParts(files: readonly ListFile[]): Promise<OfacFiles> {
  const sorted = new Map<Part, ListFile>();
  for (const file of files) {
    const part = await findPart(file);
    const place = { file: file.name, line: 1 };
    if (part === undefined) throw refuseList(place, 'no part of the list has so many columns');
    if (sorted.has(part)) throw refuseList(place, `the ${part} are there twice`);
    sorted.set(part, file);
  }
  return sorted;
}

async function findPart(file: ListFile): Promise<Part | undefined> {
  for await (const { cells } of readRows(file)) {
    return PARTS.find((part) => COLUMNS[part] === cells.length);
  }
  return undefined;
}

/** Rows of a part; none where its file is missing. Throws OperatorError for a row with other columns. */
export async function* rowsOf(
  files: OfacFiles,
  part: Part,
  reading?: Reading,
): AsyncGenerator<OfacRow> {
  const file = files.get(part);
  if (file === undefined) return;
  for await (const row of readRows(file, reading)) {
    if (isEnd(row)) continue;
    if (row.cells.length !== COLUMNS[part]) {
      const reason = `it has ${row.cells.length} columns in place of ${COLUMNS[part]}`;
      throw refuseList({ file: file.name, line: row.line }, reason);
    }
    const cell = (column: number) => {
      const text = row.cells[column] ?? '';
      return text === '-0-' ? '' : text;
    };
    yield { line: row.line, cell };
  }
}

/** The files end with a lone Ctrl-Z. */
function isEnd({ cells }: Row): boolean {
  return cells.length === 1 && (cells[0] === '\u001a' || cells[0] === '');
}

export async function readBeside(files: OfacFiles, reading?: Reading): Promise<BesideEntries> {
  const rows: BesideEntries['rows'] = { alternates: [], comments: [], addresses: [] };
  const rowsOfPart = async function* (part: BesidePart) {
    for await (const { line, cell } of rowsOf(files, part, reading)) {
      const key = ownText(cell(0));
      rows[part].push({ key, line });
      yield { key, cell };
    }
  };
  const alternates = new Map<string, ListName[]>();
  for await (const { key, cell } of rowsOfPart('alternates')) {
    const kind = /weak/i.test(cell(4)) ? 'weak' : (KINDS[cell(2)] ?? 'aka');
    addTo(alternates, key, { name: cell(3), kind });
  }
  const addresses = new Map<string, EntryDetails[]>();
  for await (const { key, cell } of rowsOfPart('addresses')) {
    const address = { address: cell(2), city: cell(3), country: cell(4) };
    if (Object.values(address).some((text) => text !== '')) addTo(addresses, key, address);
  }
  const comments = new Map<string, string>();
  for await (const { key, cell } of rowsOfPart('comments')) {
    comments.set(key, (comments.get(key) ?? '') + unquote(cell(1)));
  }
  return { alternates, addresses, comments, rows };
}
