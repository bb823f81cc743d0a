import { type ListFile, refuseList } from '../reading.ts';
import { NO_TEXT } from './no-text.ts';

const NEWLINE = 10;
/** The longest line that is taken; those that are published have some hundred thousand bytes. */
const LINE_BYTES_MAX = 8 * 1024 * 1024;

export type TextLine = { line: number; text: string };

/**
 * The lines of a file that are not blank, with their numbers from 1; no more than one is held. Throws OperatorError for a line that is
 * too long, is no UTF-8, or was encoded twice, also where its letters are written as JSON escapes them.
 */
export async function* readTextLines(file: ListFile): AsyncGenerator<TextLine> {
  const decode = strictDecoder();
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
    const text = decode(Buffer.concat(begun));
    begun = [];
    length = 0;
    if (text === null || isNoText(text)) throw refuse('its letters are in another encoding');
    return text;
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
  if (text.trim() !== '') yield { line, text };
}

/** Null for what is no UTF-8. */
function strictDecoder(): (bytes: Buffer) => string | null {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return (bytes) => {
    try {
      return decoder.decode(bytes);
    } catch {
      return null;
    }
  };
}

/** Only these begin what is no text, so few lines are looked at twice. */
const ESCAPED = /\\u00(?:00|c[23])/i;

function isNoText(text: string): boolean {
  return NO_TEXT.test(text) || (ESCAPED.test(text) && NO_TEXT.test(unescape(text)));
}

function unescape(text: string): string {
  return text.replace(/\\(?:u([\da-f]{4})|.)/gi, (whole, code?: string) =>
    code === undefined ? whole : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
