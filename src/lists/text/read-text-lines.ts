import { isUtf8 } from 'node:buffer';
import { type ListFile, type Reading, refuseList } from '../reading.ts';
import { watchLetters } from './letter-watch.ts';

const NEWLINE = 10;
/** The longest line that is taken; those that are published have some hundred thousand bytes. */
const LINE_BYTES_MAX = 8 * 1024 * 1024;

export type TextLine = { line: number; text: string };

/**
 * The lines of a file that are not blank, with their numbers from 1; no more than one is held. Warnings about letters go to the reading
 * where there is one. Throws OperatorError for a line that is too long or is no UTF-8, and for a file that was encoded twice, also where its
 * letters are written as JSON escapes them.
 */
export async function* readTextLines(file: ListFile, reading?: Reading): AsyncGenerator<TextLine> {
  const letters = watchLetters(file, reading);
  let begun: Buffer[] = [];
  let length = 0;
  let line = 1;
  const refuse = (reason: string) => refuseList({ file: file.name, line }, reason);
  const hold = (piece: Buffer): void => {
    length += piece.length;
    if (length > LINE_BYTES_MAX) throw refuse(`it has over ${LINE_BYTES_MAX} bytes`);
    begun.push(piece);
  };
  const take = (): string => {
    const bytes = Buffer.concat(begun);
    begun = [];
    length = 0;
    if (!isUtf8(bytes)) throw refuse('a byte in it is no UTF-8');
    return letters.see(unescapeLatin(withoutMark(bytes.toString())), line);
  };
  for await (const chunk of file.open()) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      hold(chunk.subarray(start, end));
      const text = take();
      if (text.trim() !== '') yield { line, text };
      line += 1;
      start = end + 1;
    }
    hold(chunk.subarray(start));
  }
  const text = take();
  letters.end();
  if (text.trim() !== '') yield { line, text };
}

/** Without the byte order mark that may begin a file. */
function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** Letters beyond ASCII that JSON has escaped, as they are; what JSON must escape stays so. */
function unescapeLatin(text: string): string {
  if (!ESCAPED.test(text)) return text;
  return text.replace(/\\(?:u([\da-f]{4})|.)/gi, (whole, code?: string) => {
    const unit = code === undefined ? 0 : Number.parseInt(code, 16);
    const isLetter = unit >= 0x80 && (unit < 0xd800 || unit > 0xdfff);
    return isLetter || code === '0000' ? String.fromCharCode(unit) : whole;
  });
}

/** Only these begin what is garbled, so few lines are looked at twice. */
const ESCAPED = /\\u00(?:00|c[23])/i;
