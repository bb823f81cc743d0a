import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { DocumentContent } from '../domain/extraction/document-content.ts';
import type { ReadingProgress } from '../domain/extraction/extraction.ts';
import { startSpentTime } from './spent-time.ts';

/** By `spentTime`, so long pages are begun. */
const PAGES_MS_MAX = 45_000;
/** The last of them is given up then: a moment later the process would be ended, and all would be lost. */
const LAST_PAGE_MS_MAX = 54_000;

/** Of a PDF whose text is known: what the pages without text show, and the codes of the first page. */
export async function readPicturesOfPdf(
  document: DocumentContent,
  pdf: PDFDocumentProxy,
  onProgress: (progress: ReadingProgress) => void,
): Promise<DocumentContent> {
  const scanned = document.pages.filter(({ text }) => text === '').map(({ number }) => number);
  const withCodes = scanned.includes(1) ? document : await withCodesOfFirst(document, pdf);
  return scanned.length === 0
    ? withCodes
    : await withScanned(withCodes, pdf, { scanned, onProgress });
}

/** What reads letters is loaded where there is no text: most PDFs have no need of it. */
async function withCodesOfFirst(
  document: DocumentContent,
  pdf: PDFDocumentProxy,
): Promise<DocumentContent> {
  const { readCodesOfPdf } = await import('./pictures/codes/codes-of-pdf.ts');
  return { ...document, codes: await readCodesOfPdf(pdf, 1) };
}

type Scanned = { scanned: readonly number[]; onProgress: (progress: ReadingProgress) => void };

async function withScanned(
  document: DocumentContent,
  pdf: PDFDocumentProxy,
  { scanned, onProgress }: Scanned,
): Promise<DocumentContent> {
  const { readScannedPdf } = await import('./pictures/read-scanned-pdf.ts');
  const { textEngine } = await import('./pictures/text-engine.ts');
  const { pageCount } = document;
  let pagesRead = document.pages.length - scanned.length;
  onProgress({ pagesRead, pageCount });
  const onPage = (): void => {
    pagesRead += 1;
    onProgress({ pagesRead, pageCount });
  };
  const bounds = { now: startSpentTime(), until: PAGES_MS_MAX, end: LAST_PAGE_MS_MAX };
  const shown = await readScannedPdf({ pdf, pages: scanned, onPage, bounds }, textEngine());
  const read = new Map(shown.pages.map((page) => [page.number, page]));
  const pages = document.pages.map((page) => read.get(page.number) ?? page);
  const hasText = pages.some(({ text }) => text !== '');
  const notes = document.notes.filter((note) => note !== 'no_text' || !hasText);
  return {
    ...document,
    pages,
    codes: [...document.codes, ...shown.codes],
    mrz: shown.mrz,
    notes: [...notes, ...shown.notes.filter((note) => !notes.includes(note))],
  };
}
