import type { EntryDetails, ListName, NameKind } from '../../domain/lists/list-entry.ts';
import { addTo } from '../../domain/shared/multimap.ts';
import { type ListFile, refuseList } from '../reading.ts';
import { type Row, readRows } from '../text/read-rows.ts';

/** The parts of the list are told apart by their columns, whatever the files are called. */
const COLUMNS = { primary: 12, addresses: 6, alternates: 5, comments: 2 } as const;
const PARTS = ['primary', 'addresses', 'alternates', 'comments'] as const;
type Part = (typeof PARTS)[number];

export type OfacFiles = ReadonlyMap<Part, ListFile>;

/** What stands beside the entries, by their numbers. */
export type BesideEntries = {
  alternates: Map<string, ListName[]>;
  addresses: Map<string, EntryDetails[]>;
  comments: Map<string, string>;
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
export async function* rowsOf(files: OfacFiles, part: Part): AsyncGenerator<OfacRow> {
  const file = files.get(part);
  if (file === undefined) return;
  for await (const row of readRows(file)) {
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

export async function readBeside(files: OfacFiles): Promise<BesideEntries> {
  const alternates = new Map<string, ListName[]>();
  for await (const { cell } of rowsOf(files, 'alternates')) {
    const kind = /weak/i.test(cell(4)) ? 'weak' : (KINDS[cell(2)] ?? 'aka');
    addTo(alternates, cell(0), { name: cell(3), kind });
  }
  const addresses = new Map<string, EntryDetails[]>();
  for await (const { cell } of rowsOf(files, 'addresses')) {
    const address = { address: cell(2), city: cell(3), country: cell(4) };
    if (Object.values(address).some((text) => text !== '')) addTo(addresses, cell(0), address);
  }
  const comments = new Map<string, string>();
  for await (const { cell } of rowsOf(files, 'comments')) {
    comments.set(cell(0), (comments.get(cell(0)) ?? '') + cell(1));
  }
  return { alternates, addresses, comments };
}
