import { fileTypeFromBuffer } from 'file-type';
import {
  type DeclaredFile,
  isDeclaredCsv,
  isMediaType,
  type MediaType,
  matchesDeclaration,
  XLSX,
} from '../../domain/files/media-type.ts';

/** How many of its first bytes tell what a file is. */
export const HEAD_BYTES = 4100;

/**
 * The type of a file by its first bytes; undefined where it is none that is taken, or another than its client says.
 * What must not stand in it is looked for in all of it: text-watch.ts.
 */
export async function findMediaType(
  head: Uint8Array,
  declared: DeclaredFile,
): Promise<MediaType | undefined> {
  const found = (await findBySignature(head)) ?? findText(head, declared);
  return found !== undefined && matchesDeclaration(found, declared) ? found : undefined;
}

async function findBySignature(head: Uint8Array): Promise<MediaType | undefined> {
  const mime: string | undefined = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime;
  // The parts of a workbook that tell it from any archive may come later; its end is looked at for them.
  if (mime === 'application/zip') return XLSX;
  return mime !== undefined && isMediaType(mime) ? mime : undefined;
}

/** Text has no signature, so somebody must say that it is CSV. */
function findText(head: Uint8Array, declared: DeclaredFile): MediaType | undefined {
  return !head.some(isControl) && isDeclaredCsv(declared) ? 'text/csv' : undefined;
}

/** What no text holds; white space from 9 to 13 it does. */
function isControl(byte: number): boolean {
  return byte < 9 || (byte > 13 && byte < 32);
}
