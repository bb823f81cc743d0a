import { fileTypeFromBuffer } from 'file-type';
import {
  type DeclaredFile,
  isDeclaredCsv,
  isMediaType,
  type MediaType,
  matchesDeclaration,
  XLSX,
} from '../../domain/files/media-type.ts';

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
  // The entries that distinguish a workbook from other archives may come later: isSafeWorkbook checks them.
  if (mime === 'application/zip') return XLSX;
  return mime !== undefined && isMediaType(mime) ? mime : undefined;
}

/** Detects CSV, which has no signature and must be declared. */
function detectText(head: Uint8Array, declared: DeclaredFile): MediaType | undefined {
  return !head.some(isControl) && isDeclaredCsv(declared) ? 'text/csv' : undefined;
}

/** True for control characters, except whitespace (9 to 13). */
function isControl(byte: number): boolean {
  return byte < 9 || (byte > 13 && byte < 32);
}
