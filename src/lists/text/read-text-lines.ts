import { isUtf8 } from 'node:buffer';
import { createListError, type ListFile, type ReadReport } from '../list-reader.ts';
import { createMojibakeChecker } from './mojibake-checker.ts';

const NEWLINE = 10;
/** Maximum length of a line. Published lines have some hundred thousand bytes. */
const LINE_BYTES_MAX = 8 * 1024 * 1024;

export type TextLine = { line: number; text: string };

/**
 * Yields the lines of a file that are not blank, with numbers from 1, and stores one line in memory. Adds warnings
 * about garbled letters to the report. Throws OperatorError for a line that is too long, not UTF-8 or binary, and for a
 * file that was encoded twice, also within JSON escapes.
 */
export async function* readTextLines(
  file: ListFile,
  report?: ReadReport,
): AsyncGenerator<TextLine> {
  const checker = createMojibakeChecker(file, report);
  let pieces: Buffer[] = [];
  let length = 0;
  let line = 1;
  const createError = (reason: string) => createListError({ file: file.name, line }, reason);
  const append = (piece: Buffer): void => {
    length += piece.length;
    if (length > LINE_BYTES_MAX) throw createError(`it has over ${LINE_BYTES_MAX} bytes`);
    pieces.push(piece);
  };
  const finishLine = (): string => {
    const bytes = Buffer.concat(pieces);
    pieces = [];
    length = 0;
    if (!isUtf8(bytes)) throw createError('a byte is not UTF-8');
    return checker.repair(unescapeNonAscii(stripByteOrderMark(bytes.toString())), line);
  };
  for await (const chunk of file.open()) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      append(chunk.subarray(start, end));
      const text = finishLine();
      if (text.trim() !== '') yield { line, text };
      line += 1;
      start = end + 1;
    }
    append(chunk.subarray(start));
  }
  const text = finishLine();
  checker.end();
  if (text.trim() !== '') yield { line, text };
}

function stripByteOrderMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/**
 * Decodes JSON escapes of characters beyond ASCII, except surrogates, and of NUL, so that the checker finds mojibake
 * and binary data in them. Other escapes remain, and so do all escapes of a line that matches ESCAPED nowhere.
 */
function unescapeNonAscii(text: string): string {
  if (!ESCAPED.test(text)) return text;
  return text.replace(/\\(?:u([\da-f]{4})|.)/gi, (whole, code?: string) => {
    const unit = code === undefined ? 0 : Number.parseInt(code, 16);
    const isNonAscii = unit >= 0x80 && (unit < 0xd800 || unit > 0xdfff);
    return isNonAscii || code === '0000' ? String.fromCharCode(unit) : whole;
  });
}

/** Escapes of NUL and of the letters with which mojibake begins. Lines without them are not scanned. */
const ESCAPED = /\\u00(?:00|c[23])/i;
