import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { type ListFile, type Reading, refuseList } from '../reading.ts';
import { decodeText, withEncoding } from './decode-text.ts';
import { watchLetters } from './letter-watch.ts';

/** The longest row that is taken; the longest that is published has some 5,000 characters. */
const ROW_LENGTH_MAX = 200_000;

/** `line` is that on which the row begins, counted from 1. */
export type Row = { line: number; cells: readonly string[] };

/**
 * Rows of a comma-separated file, quoted cells whole, blanks at the ends of cells cut. Warnings about letters go to the reading where
 * there is one. Throws OperatorError.
 */
export async function* readRows(file: ListFile, reading?: Reading): AsyncGenerator<Row> {
  const parser = parse({
    bom: true,
    info: true,
    // Rows before the header may have fewer: whoever knows what the columns are asks for `requireColumns`.
    relax_column_count: true,
    // And with a quotation mark inside a cell that is not quoted.
    relax_quotes: true,
    max_record_size: ROW_LENGTH_MAX,
  });
  // The callback is only asked for: a fault of the text also ends the parser, where it is met.
  pipeline(expectTable(file, reading), parser, () => undefined);
  let line = 1;
  try {
    for await (const parsed of parser) {
      if (!isParsed(parsed)) throw new Error('The parser gave no row.');
      yield { line, cells: parsed.record.map(trimCell) };
      line = parsed.info.lines + 1;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw refuseList({ file: file.name, line }, `not a readable table (${error.code})`);
  }
}

/**
 * A row with other columns than its table is cut off, or has swallowed another: nothing of it is sure. Blank rows, and cells
 * that are empty beyond the last column, say nothing. Throws OperatorError.
 */
export function requireColumns(file: ListFile, { line, cells }: Row, count: number): void {
  const isTold = cells.some((cell) => /[^\p{Cc}]/u.test(cell));
  const isTooLong = cells.slice(count).some((cell) => cell !== '');
  if (!isTold || (cells.length >= count && !isTooLong)) return;
  const reason = `it has ${cells.length} columns in place of ${count}`;
  throw refuseList({ file: file.name, line }, reason);
}

/**
 * The lines of a table, their ends with them. Pages, archives and workbooks are refused before the parser makes one enormous cell of them;
 * text that was encoded twice is refused because nobody would be found by its names.
 */
async function* expectTable(file: ListFile, reading?: Reading): AsyncGenerator<string> {
  const encoded = await withEncoding(file);
  const letters = watchLetters(encoded, reading);
  let start = '';
  for await (const { text, line } of readLines(encoded)) {
    const seen = letters.see(text, line);
    if (start.length < START_LENGTH) {
      start = (start + seen).slice(0, START_LENGTH).trimStart();
      if (OTHER_KINDS.some((kind) => start.startsWith(kind))) {
        throw refuseList({ file: file.name, line: 1 }, 'not a table, but another kind of file');
      }
    }
    yield seen;
  }
  letters.end();
  if (start === '') throw refuseList({ file: file.name, line: 1 }, 'the file is empty');
}

/** A text in pieces that end with a line; one that is too long comes in parts. `line` is the number of the first of each. */
async function* readLines(
  file: Parameters<typeof decodeText>[0],
): AsyncGenerator<{ text: string; line: number }> {
  let line = 1;
  let rest = '';
  for await (const piece of decodeText(file)) {
    rest += piece;
    const end = rest.length > ROW_LENGTH_MAX ? rest.length : rest.lastIndexOf('\n') + 1;
    if (end === 0) continue;
    const text = rest.slice(0, end);
    rest = rest.slice(end);
    yield { text, line };
    line += countLines(text);
  }
  if (rest !== '') yield { text: rest, line };
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

const START_LENGTH = 64;
/** Pages, archives and workbooks, documents. */
const OTHER_KINDS = ['<', 'PK\u0003', '%PDF'];

type Parsed = { record: string[]; info: { lines: number } };

function isParsed(value: unknown): value is Parsed {
  return typeof value === 'object' && value !== null && 'record' in value && 'info' in value;
}

/** No-break blanks too, which copied cells carry. */
function trimCell(cell: string): string {
  return cell.replaceAll('\u00a0', ' ').trim();
}
