/** What a text of a kind must not hold. */
export type TextRules = {
  /** Whether it must say that it is XML, may, or is no XML at all. */
  declaration: 'needed' | 'possible' | 'none';
  forbidden: RegExp;
};

/** Looks at a text as it passes by, in constant memory. */
export type TextWatch = {
  /** False as soon as it is known not to be taken. */
  take: (chunk: Uint8Array) => boolean;
  finish: () => boolean;
};

/** Looked at again with what follows: longer than the longest that is looked for. */
const OVERLAP = 1024;
/** An XML declaration is not longer. */
const START = 1024;

/**
 * Looks for what a text must not hold from its first byte to its last, and takes no encoding in which that could
 * stand in other bytes than those of ASCII: no byte of UTF-16 or UTF-32, no escape of ISO 2022, no UTF-7, no EBCDIC.
 */
export function createTextWatch(rules: TextRules): TextWatch {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const counts = { all: 0, high: 0 };
  let isUtf8 = true;
  let start = '';
  let before = '';
  const readUtf8 = (chunk: Uint8Array | undefined): void => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      isUtf8 = false;
    }
  };
  return {
    take: (chunk) => {
      if (isUtf8) readUtf8(chunk);
      counts.all += chunk.byteLength;
      // Without UTF-8 its letters are counted from here on; the few before do not matter.
      if (!isUtf8) counts.high += countHigh(chunk);
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      const text = before + bytes.toString('latin1');
      if (start.length < START) start = (start + text.slice(before.length)).slice(0, START);
      before = text.slice(-OVERLAP);
      return !CONTROLS.test(text) && !UTF_7.test(text) && !rules.forbidden.test(text);
    },
    finish: () => {
      if (isUtf8) readUtf8(undefined);
      if (rules.declaration === 'none') return isUtf8 || counts.high * 2 < counts.all;
      const encoding = readEncoding(start);
      if (encoding === undefined) return rules.declaration === 'possible' && isUtf8;
      return encoding === 'utf-8' ? isUtf8 : ONE_BYTE_ENCODINGS.has(encoding);
    },
  };
}

/** What no text holds but one of letters of several bytes, or of other letters behind an escape. */
const CONTROLS = /[^\t-\r -\xff]/;

/** Its mark, and `<` as it writes it. */
const UTF_7 = /\+AD[w-z]|^\+\/v[89+/]/;

/** In these every byte below 128 is what it is in ASCII. */
const ONE_BYTE_ENCODINGS = new Set(['us-ascii', 'ascii', 'iso-8859-1', 'latin1', 'windows-1252']);

const DECLARATION = /^(?:\xef\xbb\xbf)?<\?xml\s[^<>]{0,500}\?>/;
const ENCODING = /\sencoding\s{0,20}=\s{0,20}["']([^"']{1,40})["']/;

/** In small letters; undefined for a text that does not begin as XML does. */
function readEncoding(start: string): string | undefined {
  const [declaration] = DECLARATION.exec(start) ?? [];
  if (declaration === undefined) return undefined;
  const name = (ENCODING.exec(declaration)?.[1] ?? 'utf-8').toLowerCase();
  return name === 'utf8' ? 'utf-8' : name;
}

function countHigh(chunk: Uint8Array): number {
  let count = 0;
  for (const byte of chunk) if (byte > 127) count += 1;
  return count;
}
