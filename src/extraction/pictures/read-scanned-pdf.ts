import type {
  ReadCode,
  ReadMrz,
  ReadNote,
  ReadPage,
} from '../../domain/extraction/read-document.ts';
import type { GrayPicture } from './gray-picture.ts';
import { readCodes } from './read-codes.ts';
import { readPage } from './read-page.ts';
import { openPdfToRender, type PdfToRender } from './render-pdf.ts';
import type { TextEngine } from './text-engine.ts';

export type PagesToRead = {
  bytes: Uint8Array;
  /** Numbers from 1 of the pages to read as pictures. */
  pages: readonly number[];
  /** Of the others those whose codes are looked for. */
  codesOf: readonly number[];
  /** Told after each of the pages. */
  onPage?: () => void;
  /** By `performance.now()`: pages that are not begun by then are left off. */
  until?: number;
};

export type PicturesOfPdf = {
  pages: ReadPage[];
  codes: ReadCode[];
  mrz: ReadMrz | null;
  notes: ReadNote[];
};

/** Codes are coarser than letters. */
const CODES_LONG_SIDE = 1_400;

/** So small a picture shows whether there is anything on a page at all. */
const GLANCE_LONG_SIDE = 400;

/** Draws pages of a PDF and reads them as pictures. */
export async function readScannedPdf(
  { bytes, pages, codesOf, onPage, until = Infinity }: PagesToRead,
  engine: TextEngine,
): Promise<PicturesOfPdf> {
  const found: PicturesOfPdf = { pages: [], codes: [], mrz: null, notes: [] };
  const pdf = await openPdfToRender(bytes);
  try {
    for (const number of codesOf.filter((one) => !pages.includes(one))) {
      const picture = await pdf.render(number, CODES_LONG_SIDE).catch(() => null);
      if (picture !== null) found.codes.push(...(await readCodes(picture, number)));
    }
    for (const number of pages) {
      if (performance.now() >= until) {
        addNotes(found, ['timed_out']);
        break;
      }
      await addPage(found, { pdf, number, engine });
      onPage?.();
    }
    return found;
  } finally {
    await pdf.close();
  }
}

/** A page that cannot be drawn leaves the others as they are. */
async function addPage(
  found: PicturesOfPdf,
  { pdf, number, engine }: { pdf: PdfToRender; number: number; engine: TextEngine },
): Promise<void> {
  const glance = await pdf.render(number, GLANCE_LONG_SIDE).catch(() => null);
  if (glance !== null && isBlank(glance)) return;
  const picture = glance === null ? null : await pdf.render(number).catch(() => null);
  if (picture === null) return addNotes(found, ['partly_unreadable']);
  const read = await readPage({ picture, original: picture, number }, engine);
  found.pages.push(read.page);
  found.codes.push(...read.codes);
  found.mrz ??= read.mrz;
  addNotes(found, read.notes);
}

function isBlank({ data }: GrayPicture): boolean {
  return data.every((value) => value > 235);
}

function addNotes({ notes }: PicturesOfPdf, more: readonly ReadNote[]): void {
  notes.push(...more.filter((note) => !notes.includes(note)));
}
