import { fileTypeFromBuffer } from 'file-type';
import {
  agrees,
  type Declared,
  isMediaType,
  isSaidToBeCsv,
  type MediaType,
  XLSX,
} from '../../domain/media-type.ts';

/** How many of its first bytes tell what a file is. */
export const HEAD_BYTES = 4100;

/** What a browser would run, and what lets a text grow or fetch others when it is read. */
const MARKUP = /<\s*(?:!doctype\b|!entity\b|(?:[\w.-]+:)?(?:html|svg|script|xul)\b)/i;

/**
 * The type of a file by its first bytes; undefined where it is none that is taken, or another than its client says.
 * What a browser would run is no XML here, nor what has a document type.
 */
export async function findMediaType(
  head: Uint8Array,
  declared: Declared,
): Promise<MediaType | undefined> {
  const found = (await findBySignature(head)) ?? findText(head, declared);
  if (found === undefined || !agrees(found, declared)) return undefined;
  return found === 'application/xml' && MARKUP.test(textOf(head)) ? undefined : found;
}

async function findBySignature(head: Uint8Array): Promise<MediaType | undefined> {
  const mime: string | undefined = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime;
  // The parts of a workbook that tell it from any archive may come later; its end is looked at for them.
  if (mime === 'application/zip') return XLSX;
  return mime !== undefined && isMediaType(mime) ? mime : undefined;
}

/** Text has no signature, so somebody must say that it is CSV. */
function findText(head: Uint8Array, declared: Declared): MediaType | undefined {
  const text = textOf(head);
  const isText = !head.some(isControl) && !MARKUP.test(text);
  return isText && isSaidToBeCsv(declared) ? 'text/csv' : undefined;
}

/** What no text holds: white space from 9 to 13 it does, and the escape that changes its letters. */
function isControl(byte: number): boolean {
  return byte < 9 || (byte > 13 && byte < 32 && byte !== 27);
}

/** Letters of two bytes are read as well: what is in them of one byte is all that is looked for. */
function textOf(head: Uint8Array): string {
  return Buffer.from(head).toString('latin1').replaceAll('\0', '');
}
