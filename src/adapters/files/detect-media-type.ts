import { fileTypeFromBuffer } from 'file-type';
import {
  type DeclaredFile,
  findDeclaredType,
  isMediaType,
  type MediaType,
  matchesDeclaration,
  XLSX,
} from '../../domain/files/media-type.ts';
import { findPadding } from './text-scanner.ts';

/** Number of first bytes from which the type of a file is detected. */
export const HEAD_BYTES = 4100;

/**
 * Detects the type of a file by its first bytes. Returns undefined when the type is unsupported or differs from the
 * declared one. Does not search for forbidden content, which may come later in the file: see text-scanner.ts.
 */
export async function detectMediaType(
  head: Uint8Array,
  declared: DeclaredFile,
): Promise<MediaType | undefined> {
  const detectedType = (await detectBySignature(head)) ?? detectText(head, declared);
  return detectedType !== undefined && matchesDeclaration(detectedType, declared)
    ? detectedType
    : undefined;
}

async function detectBySignature(head: Uint8Array): Promise<MediaType | undefined> {
  const mime: string | undefined = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime;
  if (mime === undefined) return isPdfWithPreamble(head) ? PDF : undefined;
  // The entries that distinguish a workbook from other archives may come later: isSafeWorkbook checks them.
  if (mime === 'application/zip') return XLSX;
  return isMediaType(mime) ? mime : undefined;
}

const PDF: MediaType = 'application/pdf';
/** Number of first bytes that may contain the header of a PDF (ISO 32000-1, annex H.3.4.1). */
const PDF_PREAMBLE_BYTES = 1024;

/** True for a PDF behind other bytes, for example of a mail or a printer. They must not be markup. */
function isPdfWithPreamble(head: Uint8Array): boolean {
  const text = Buffer.from(head.subarray(0, PDF_PREAMBLE_BYTES)).toString('latin1');
  const start = text.indexOf('%PDF-');
  return start !== -1 && !/<[a-z!?/]/i.test(text.slice(0, start));
}

/** Beginning of an XML document without declaration, or with one behind spaces or comments. */
const XML_START = /^(?:\xef\xbb\xbf)?\s*<(?:[?!a-z_]|[\x80-\xff])/i;

/** Detects XML without its signature, and CSV, which has none. Both must be declared. */
function detectText(head: Uint8Array, declared: DeclaredFile): MediaType | undefined {
  const declaredType = findDeclaredType(declared);
  if (declaredType !== 'application/xml' && declaredType !== 'text/csv') return undefined;
  const content = head.subarray(0, findPadding(head));
  if (content.some(isControl)) return undefined;
  const text = Buffer.from(content).toString('latin1');
  return declaredType === 'text/csv' || XML_START.test(text) ? declaredType : undefined;
}

/** True for control characters, except whitespace (9 to 13). */
function isControl(byte: number): boolean {
  return byte < 9 || (byte > 13 && byte < 32);
}
