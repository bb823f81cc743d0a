import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { createListError, type ListFile, type ReadReport } from '../list-reader.ts';
import { decodeText, detectEncoding } from './decode-text.ts';
import { createMojibakeChecker } from './mojibake-checker.ts';

/** Maximum length of a row. The longest published one has about 5,000 characters. */
const ROW_LENGTH_MAX = 200_000;

/** Row of a table. `line` is the number of its first line, counted from 1. */
export type Row = { line: number; cells: readonly string[] };

/**
 * Yields the rows of a comma-separated file with trimmed cells. Adds warnings about garbled letters to the report.
 * Throws OperatorError for a file that is empty, of another format, in another encoding or not a readable table.
 */
export async function* readRows(file: ListFile, report?: ReadReport): AsyncGenerator<Row> {
  const parser = parse({
    bom: true,
    info: true,
    // Rows before the header may have fewer columns; readers call `requireColumnCount` after it.
    relax_column_count: true,
    // Unquoted cells may contain quotation marks.
    relax_quotes: true,
    max_record_size: ROW_LENGTH_MAX,
  });
  // The callback is required, but errors reach the loop through the parser.
  pipeline(readTableText(file, report), parser, () => undefined);
  let line = 1;
  try {
    for await (const parsed of parser) {
      if (!isParsedRow(parsed)) throw new Error('The parser gave no row.');
      yield { line, cells: parsed.record.map(trimCell) };
      line = parsed.info.lines + 1;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw createListError({ file: file.name, line }, `not a readable table (${error.code})`);
  }
}

/**
 * Throws OperatorError for a row with another number of columns, which is truncated or joined with another. Blank rows
 * and empty cells beyond the last column are allowed.
 */
export function requireColumnCount(file: ListFile, { line, cells }: Row, count: number): void {
  const hasContent = cells.some((cell) => /[^\p{Cc}]/u.test(cell));
  const isTooLong = cells.slice(count).some((cell) => cell !== '');
  if (!hasContent || (cells.length >= count && !isTooLong)) return;
  const reason = `it has ${cells.length} columns instead of ${count}`;
  throw createListError({ file: file.name, line }, reason);
}

/**
 * Yields the text of a table in lines. Rejects web pages, archives and workbooks before the parser reads them as one
 * enormous cell, and text that was encoded twice, whose names would not be found.
 */
async function* readTableText(file: ListFile, report?: ReadReport): AsyncGenerator<string> {
  const encodedFile = await detectEncoding(file);
  const checker = createMojibakeChecker(encodedFile, report);
  let start = '';
  for await (const { text, line } of readLines(encodedFile)) {
    const repaired = checker.repair(text, line);
    if (start.length < START_LENGTH) {
      start = (start + repaired).slice(0, START_LENGTH).trimStart();
      if (OTHER_FORMATS.some((prefix) => start.startsWith(prefix))) {
        throw createListError(
          { file: file.name, line: 1 },
          'not a table, but another kind of file',
        );
      }
    }
    yield repaired;
  }
  checker.end();
  if (start === '') throw createListError({ file: file.name, line: 1 }, 'the file is empty');
}

/**
 * Yields a text in chunks of whole lines; a line that exceeds the maximum length of a row is yielded in parts. `line`
 * is the number of the first line.
 */
async function* readLines(
  file: Parameters<typeof decodeText>[0],
): AsyncGenerator<{ text: string; line: number }> {
  let line = 1;
  let pending = '';
  for await (const chunk of decodeText(file)) {
    pending += chunk;
    const end = pending.length > ROW_LENGTH_MAX ? pending.length : pending.lastIndexOf('\n') + 1;
    if (end === 0) continue;
    const text = pending.slice(0, end);
    pending = pending.slice(end);
    yield { text, line };
    line += countLines(text);
  }
  if (pending !== '') yield { text: pending, line };
}

function countLines(text: string): number {
  let count = 0;
  for (let index = text.indexOf('\n'); index !== -1; index = text.indexOf('\n', index + 1))
    count += 1;
  return count;
}

/** Number of first characters that are compared with OTHER_FORMATS. */
const START_LENGTH = 64;
/** First characters of web pages, archives or workbooks, and PDF documents. */
const OTHER_FORMATS = ['<', 'PK\u0003', '%PDF'];

type ParsedRow = { record: string[]; info: { lines: number } };

function isParsedRow(value: unknown): value is ParsedRow {
  return typeof value === 'object' && value !== null && 'record' in value && 'info' in value;
}

/** Trims a cell, including no-break spaces of copied cells. */
function trimCell(cell: string): string {
  return cell.replaceAll('\u00a0', ' ').trim();
}
