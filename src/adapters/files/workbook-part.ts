import { WORKBOOK_PART_RULES } from './text-rules.ts';
import { createTextScanner, type TextScanner } from './text-scanner.ts';

/** Maximum size of the content types and of each relationships part, far above that of any workbook. */
const METADATA_BYTES_MAX = 1024 * 1024;

/**
 * Creates a scanner of a workbook part, which rejects macros, programs, embedded files, and links that load or run
 * something. Which parts are active is read from the content types. Only parts with an extension of XML are scanned as
 * text. `extensions` has the lower-case extensions of all parts; `*` means that there may be any.
 */
export function createPartScanner(name: string, extensions: ReadonlySet<string>): TextScanner {
  const isXml = /\.(?:xml|rels|vml)$/i.test(name);
  const textScanner = isXml ? createTextScanner(WORKBOOK_PART_RULES) : undefined;
  const isMetadata = /^\[content_types\]\.xml$|\.rels$/i.test(name);
  const metadata: Buffer[] = [];
  let size = 0;
  let signature = Buffer.alloc(0);
  return {
    write: (chunk) => {
      if (signature.length < SIGNATURE_LENGTH)
        signature = Buffer.concat([signature, chunk.subarray(0, SIGNATURE_LENGTH)]).subarray(
          0,
          SIGNATURE_LENGTH,
        );
      size += chunk.byteLength;
      if (isMetadata) metadata.push(Buffer.from(chunk));
      return (!isMetadata || size <= METADATA_BYTES_MAX) && (textScanner?.write(chunk) ?? true);
    },
    finish: () =>
      !FORBIDDEN_SIGNATURES.some((forbidden) => signature.toString('hex').startsWith(forbidden)) &&
      (textScanner?.finish() ?? true) &&
      (!isMetadata || isSafeMetadata(Buffer.concat(metadata).toString('latin1'), extensions)),
  };
}

/** Number of first bytes of a part that are kept. */
const SIGNATURE_LENGTH = 8;

/** Signatures of compound files (macros and embedded objects), archives and programs. */
const FORBIDDEN_SIGNATURES = ['d0cf11e0a1b11ae1', '504b0304', '4d5a', '7f454c46'];

/** Types of parts and relationships that execute or load something. */
const ACTIVE_CONTENT =
  /macro|vbaProject|oleObject|activeX|externalLink|attachedTemplate|relationships\/(?:package|control|frame|subDocument|aFChunk|customUI|ui\/extensibility)|ddeLink|\.sheet\.binary|x-msdownload/i;
const HYPERLINK = /\sType\s*=\s*(["'])[^"'<>]*\/hyperlink\1/;
const RELATIONSHIP = /<(?:[\w.-]+:)?Relationship\s[^<>]*>/gi;
const DEFAULT_TYPE =
  /<(?:[\w.-]+:)?Default\s+(?:[^<>]*\s)?Extension\s*=\s*["']([^"'<>]*)["'][^<>]*>/gi;
const TARGET_ATTRIBUTE = /\sTarget\s*=\s*(?:"[^"]*"|'[^']*')/g;

/**
 * Checks content types and relationships. They must not contain entities, except in link targets. The default type of
 * an extension that no part has is ignored: a widespread library declares that of macros in each workbook.
 */
function isSafeMetadata(metadata: string, extensions: ReadonlySet<string>): boolean {
  const plain = metadata.replace(TARGET_ATTRIBUTE, '');
  const effective = plain.replace(DEFAULT_TYPE, (element, extension: string) =>
    extensions.has('*') || extensions.has(extension.toLowerCase()) ? element : '',
  );
  if (plain.includes('&') || ACTIVE_CONTENT.test(effective)) return false;
  return (plain.match(RELATIONSHIP) ?? []).every(
    (relationship) =>
      !/TargetMode\s*=\s*["']\s*External/i.test(relationship) || HYPERLINK.test(relationship),
  );
}
