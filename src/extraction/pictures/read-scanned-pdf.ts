import type { ReadDocument, ReadNote, ReadPage } from '../../domain/extraction/read-document.ts';
import { readPage } from './read-page.ts';
import { openPdfToRender, type PdfToRender } from './render-pdf.ts';
import type { TextEngine } from './text-engine.ts';

export type ScannedPdf = {
  bytes: Uint8Array;
  /** Numbers from 1 of the pages to read; all where it is null. */
  pages: readonly number[] | null;
  /** Told after each page, with how many are done. */
  onPage: (done: number) => void;
};

/** More pages are not read. */
export const MAX_PAGES = 30;

/** Draws the pages of a PDF and reads them as pictures. Throws for a file that is no PDF or cannot be opened. */
export async function readScannedPdf(
  { bytes, pages: wanted, onPage }: ScannedPdf,
  engine: TextEngine,
): Promise<ReadDocument> {
  const pdf = await openPdfToRender(bytes);
  try {
    const all =
      wanted ?? Array.from({ length: Math.min(pdf.pageCount, MAX_PAGES + 1) }, (_, at) => at + 1);
    const numbers = all.slice(0, MAX_PAGES);
    const document: ReadDocument = {
      mediaType: 'application/pdf',
      pageCount: pdf.pageCount,
      pages: [],
      codes: [],
      mrz: null,
      xml: null,
      certificate: null,
      notes: all.length > MAX_PAGES ? ['too_many_pages'] : [],
    };
    for (const number of numbers) {
      await addPage(document, { pdf, number, engine });
      onPage(document.pages.length);
    }
    return document;
  } finally {
    await pdf.close();
  }
}

/** A page that cannot be drawn leaves the others as they are. */
async function addPage(
  document: ReadDocument,
  { pdf, number, engine }: { pdf: PdfToRender; number: number; engine: TextEngine },
): Promise<void> {
  const picture = await pdf.render(number).catch(() => null);
  if (picture === null) {
    document.pages.push(emptyPage(number));
    addNotes(document, ['partly_unreadable']);
    return;
  }
  const read = await readPage({ picture, original: picture, number }, engine);
  document.pages.push(read.page);
  document.codes.push(...read.codes);
  document.mrz ??= read.mrz;
  addNotes(document, read.notes);
}

function addNotes({ notes }: ReadDocument, more: readonly ReadNote[]): void {
  notes.push(...more.filter((note) => !notes.includes(note)));
}

function emptyPage(number: number): ReadPage {
  return { number, source: 'ocr', text: '', words: [] };
}
