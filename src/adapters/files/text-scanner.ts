/** Rules of a text format. */
export type TextRules = {
  /** `absent` for text that is not XML, and so declares no encoding. */
  xmlDeclaration: 'optional' | 'absent';
  forbidden: RegExp;
};

/** Scanner of a text stream, which uses constant memory. */
export type TextScanner = {
  /** Scans a chunk. Returns false when the text is rejected. */
  write: (chunk: Uint8Array) => boolean;
  /** Checks the encoding of the whole text. Returns false when the text is rejected. */
  finish: () => boolean;
};

/** Number of characters that are scanned again with the next chunk: more than the longest match. */
const OVERLAP_LENGTH = 1024;
/** Number of first characters in which the XML declaration is searched. */
const START_LENGTH = 1024;

/**
 * Creates a scanner for forbidden content. Rejects encodings in which such content can have other bytes than in
 * ASCII: UTF-16, UTF-32, ISO 2022, UTF-7 and EBCDIC.
 */
export function createTextScanner(rules: TextRules): TextScanner {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const counts = { all: 0, nonAscii: 0 };
  let isUtf8 = true;
  let start = '';
  let overlap = '';
  let isPadding = false;
  const readUtf8 = (chunk: Uint8Array | undefined): void => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      isUtf8 = false;
    }
  };
  return {
    write: (chunk) => {
      if (isUtf8) readUtf8(chunk);
      counts.all += chunk.byteLength;
      // Only text that is not UTF-8 needs the count of non-ASCII bytes, so counting starts with the first such chunk.
      if (!isUtf8) counts.nonAscii += countNonAscii(chunk);
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      const content = bytes.toString('latin1', 0, findPadding(bytes));
      // NUL bytes are allowed at the end only: elsewhere they are characters of UTF-16.
      if (isPadding && content !== '') return false;
      isPadding ||= content.length < bytes.length;
      const text = overlap + content;
      if (start.length < START_LENGTH)
        start = (start + text.slice(overlap.length)).slice(0, START_LENGTH);
      overlap = text.slice(-OVERLAP_LENGTH);
      return !FORBIDDEN_CHARACTERS.test(text) && !UTF_7.test(text) && !rules.forbidden.test(text);
    },
    finish: () => {
      if (isUtf8) readUtf8(undefined);
      // Letters of EBCDIC are not ASCII bytes; text in Latin-1 has few such bytes.
      if (rules.xmlDeclaration === 'absent') return isUtf8 || counts.nonAscii * 2 < counts.all;
      const encoding = parseEncoding(start);
      if (encoding === undefined) return isUtf8;
      return encoding === 'utf-8' ? isUtf8 : ONE_BYTE_ENCODINGS.has(encoding);
    },
  };
}

/** Bytes that occur only in multibyte and escape-based encodings. */
const FORBIDDEN_CHARACTERS = /[^\t-\r -\xff]/;

/** Byte order mark and `<` in UTF-7. */
const UTF_7 = /\+AD[w-z]|^\+\/v[89+/]/;

/** Supersets of ASCII with one byte for each character. */
const ONE_BYTE_ENCODINGS = new Set(['us-ascii', 'ascii', 'iso-8859-1', 'latin1', 'windows-1252']);

/** Declaration, also behind spaces and comments. */
const DECLARATION =
  /^(?:\xef\xbb\xbf)?\s{0,200}(?:<!--(?:(?!-->)[^<>]){0,500}-->\s{0,200}){0,3}<\?xml\s[^<>]{0,500}\?>/;
const ENCODING = /\sencoding\s{0,20}=\s{0,20}["']([^"']{1,40})["']/;

/** Returns the declared encoding in lower case. Undefined for a text without XML declaration. */
function parseEncoding(start: string): string | undefined {
  const [declaration] = DECLARATION.exec(start) ?? [];
  if (declaration === undefined) return undefined;
  const name = (ENCODING.exec(declaration)?.[1] ?? 'utf-8').toLowerCase();
  return name === 'utf8' ? 'utf-8' : name;
}

/** Returns the position of the NUL bytes at the end, or the length without any. */
export function findPadding(bytes: Uint8Array): number {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return end;
}

function countNonAscii(chunk: Uint8Array): number {
  let count = 0;
  for (const byte of chunk) if (byte > 127) count += 1;
  return count;
}
