import { PART_RULES } from './text-kinds.ts';
import { createTextWatch, type TextWatch } from './text-watch.ts';

/** The parts that say what the others are; no workbook has one as long. */
const WORDS_BYTES_MAX = 1024 * 1024;

/**
 * Looks at a part of a workbook as it is unpacked: for macros, programs and other files inside, and for links by
 * which it would fetch something or run it. What a part is says its type and never its name, which is free.
 * `extensions` are those of the names of all parts, in small letters; `*` stands for any.
 */
export function createPartWatch(name: string, extensions: ReadonlySet<string>): TextWatch {
  const isXml = /\.(?:xml|rels|vml)$/i.test(name);
  const text = isXml ? createTextWatch(PART_RULES) : undefined;
  const isWords = /^\[content_types\]\.xml$|\.rels$/i.test(name);
  const words: Buffer[] = [];
  let size = 0;
  let first = Buffer.alloc(0);
  return {
    take: (chunk) => {
      if (first.length < MAGIC_BYTES)
        first = Buffer.concat([first, chunk.subarray(0, MAGIC_BYTES)]).subarray(0, MAGIC_BYTES);
      size += chunk.byteLength;
      if (isWords) words.push(Buffer.from(chunk));
      return (!isWords || size <= WORDS_BYTES_MAX) && (text?.take(chunk) ?? true);
    },
    finish: () =>
      !MAGICS.some((magic) => first.toString('hex').startsWith(magic)) &&
      (text?.finish() ?? true) &&
      (!isWords || isHarmless(Buffer.concat(words).toString('latin1'), extensions)),
  };
}

const MAGIC_BYTES = 8;

/** A compound file, as macros and embedded objects are kept in; an archive; a program. */
const MAGICS = ['d0cf11e0a1b11ae1', '504b0304', '4d5a', '7f454c46'];

/** Types of parts, and of the ways from one part to another, by which something is run or fetched. */
const ACTIVE =
  /macro|vbaProject|oleObject|activeX|externalLink|attachedTemplate|relationships\/(?:package|control|frame|subDocument|aFChunk|customUI|ui\/extensibility)|ddeLink|\.sheet\.binary|x-msdownload/i;
const HYPERLINK = /\sType\s*=\s*(["'])[^"'<>]*\/hyperlink\1/;
const RELATIONSHIP = /<(?:[\w.-]+:)?Relationship\s[^<>]*>/gi;
const DEFAULT = /<(?:[\w.-]+:)?Default\s+(?:[^<>]*\s)?Extension\s*=\s*["']([^"'<>]*)["'][^<>]*>/gi;
const TARGET = /\sTarget\s*=\s*(?:"[^"]*"|'[^']*')/g;

/**
 * `words` say of parts what they are: in plain letters, but for where a link leads. What they say of an extension that
 * no part has is of no effect: a widespread library names the type of macros in each workbook that it writes.
 */
function isHarmless(words: string, extensions: ReadonlySet<string>): boolean {
  const plain = words.replace(TARGET, '');
  const told = plain.replace(DEFAULT, (element, extension: string) =>
    extensions.has('*') || extensions.has(extension.toLowerCase()) ? element : '',
  );
  if (plain.includes('&') || ACTIVE.test(told)) return false;
  return (plain.match(RELATIONSHIP) ?? []).every(
    (one) => !/TargetMode\s*=\s*["']\s*External/i.test(one) || HYPERLINK.test(one),
  );
}
