import type { EntryDetails, ListName, NameKind } from '../../domain/lists/list-entry.ts';
import { addTo } from '../../domain/shared/multimap.ts';
import { createListError, type ListFile, type ReadReport } from '../list-reader.ts';
import { copyText } from '../text/copy-text.ts';
import { type Row, readRows } from '../text/read-rows.ts';
import { unquote } from '../text/unquote.ts';

/** Number of columns of each part. It identifies the part in a file, because file names differ. */
const COLUMNS = { primary: 12, addresses: 6, alternates: 5, comments: 2 } as const;
const PARTS = ['primary', 'addresses', 'alternates', 'comments'] as const;
type Part = (typeof PARTS)[number];
/** Parts that supplement the primary one. */
export const SUPPLEMENTARY_PARTS = [
  'alternates',
  'comments',
  'addresses',
] as const satisfies readonly Part[];
export type SupplementaryPart = (typeof SUPPLEMENTARY_PARTS)[number];
/** Row of a supplementary part with the number of its entry. */
export type PartRow = { key: string; line: number };

export type OfacFiles = ReadonlyMap<Part, ListFile>;

/** Supplementary data by the number of the entry. */
export type Supplements = {
  alternates: Map<string, ListName[]>;
  addresses: Map<string, EntryDetails[]>;
  comments: Map<string, string>;
  rows: Record<SupplementaryPart, PartRow[]>;
};

/** Row of one part, with cells by index. Cells with the null value of the list are empty. */
export type OfacRow = { line: number; cell: (column: number) => string };

const NAME_KINDS: Record<string, NameKind> = { aka: 'aka', fka: 'fka', nka: 'nka' };

/** Identifies the part in each file. Throws OperatorError for a file that is no part, and for two of the same part. */
export async function identifyParts(files: readonly ListFile[]): Promise<OfacFiles> {
  const filesByPart = new Map<Part, ListFile>();
  for (const file of files) {
    const part = await findPart(file);
    const location = { file: file.name, line: 1 };
    if (part === undefined)
      throw createListError(location, 'no part of the list has so many columns');
    if (filesByPart.has(part)) throw createListError(location, `the ${part} are there twice`);
    filesByPart.set(part, file);
  }
  return filesByPart;
}

async function findPart(file: ListFile): Promise<Part | undefined> {
  for await (const { cells } of readRows(file)) {
    return PARTS.find((part) => COLUMNS[part] === cells.length);
  }
  return undefined;
}

/**
 * Yields the rows of a part, or none when its file is missing. Throws OperatorError for a row with another number of
 * columns.
 */
export async function* readPartRows(
  files: OfacFiles,
  part: Part,
  report?: ReadReport,
): AsyncGenerator<OfacRow> {
  const file = files.get(part);
  if (file === undefined) return;
  for await (const row of readRows(file, report)) {
    if (isEndOfFile(row)) continue;
    if (row.cells.length !== COLUMNS[part]) {
      const reason = `it has ${row.cells.length} columns instead of ${COLUMNS[part]}`;
      throw createListError({ file: file.name, line: row.line }, reason);
    }
    const cell = (column: number) => {
      const text = row.cells[column] ?? '';
      return text === '-0-' ? '' : text;
    };
    yield { line: row.line, cell };
  }
}

/** True for the Ctrl-Z with which the files end, and for a blank row. */
function isEndOfFile({ cells }: Row): boolean {
  return cells.length === 1 && (cells[0] === '\u001a' || cells[0] === '');
}

/** Reads the supplementary parts into memory. A part whose file is missing has no data. */
export async function readSupplements(files: OfacFiles, report?: ReadReport): Promise<Supplements> {
  const rows: Supplements['rows'] = { alternates: [], comments: [], addresses: [] };
  const readSupplementRows = async function* (part: SupplementaryPart) {
    for await (const { line, cell } of readPartRows(files, part, report)) {
      const key = copyText(cell(0));
      rows[part].push({ key, line });
      yield { key, cell };
    }
  };
  const alternates = new Map<string, ListName[]>();
  for await (const { key, cell } of readSupplementRows('alternates')) {
    const kind = /weak/i.test(cell(4)) ? 'weak' : (NAME_KINDS[cell(2)] ?? 'aka');
    addTo(alternates, key, { name: cell(3), kind });
  }
  const addresses = new Map<string, EntryDetails[]>();
  for await (const { key, cell } of readSupplementRows('addresses')) {
    const address = { address: cell(2), city: cell(3), country: cell(4) };
    if (Object.values(address).some((text) => text !== '')) addTo(addresses, key, address);
  }
  const comments = new Map<string, string>();
  for await (const { key, cell } of readSupplementRows('comments')) {
    comments.set(key, (comments.get(key) ?? '') + unquote(cell(1)));
  }
  return { alternates, addresses, comments, rows };
}
