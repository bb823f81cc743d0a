import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { DocumentContent } from '../domain/extraction/document-content.ts';
import type { ReadingProgress } from '../domain/extraction/extraction.ts';
import { startSpentTimer } from './spent-time.ts';

/** Limit by `computeSpentTime` after which no further page is started. */
const PAGES_MS_MAX = 45_000;
/**
 * Limit by `computeSpentTime` after which the last page is abandoned. At 60 seconds the process would be killed, and
 * the text of all pages lost.
 */
const LAST_PAGE_MS_MAX = 54_000;

/** Adds the OCR of pages without text, and the barcodes of the first page, to the text of a PDF. */
export async function addPdfImageContent(
  document: DocumentContent,
  pdf: PDFDocumentProxy,
  onProgress: (progress: ReadingProgress) => void,
): Promise<DocumentContent> {
  const scanned = document.pages.filter(({ text }) => text === '').map(({ number }) => number);
  const withCodes = scanned.includes(1) ? document : await addCodesOfFirstPage(document, pdf);
  return scanned.length === 0
    ? withCodes
    : await addScannedPages(withCodes, pdf, { scanned, onProgress });
}

/** Adds the barcodes of the first page. Imports only the barcode reader, because most PDFs need no OCR. */
async function addCodesOfFirstPage(
  document: DocumentContent,
  pdf: PDFDocumentProxy,
): Promise<DocumentContent> {
  const { readPdfBarcodes } = await import('./pictures/codes/read-pdf-barcodes.ts');
  return { ...document, codes: await readPdfBarcodes(pdf, 1) };
}

type ScannedPages = { scanned: readonly number[]; onProgress: (progress: ReadingProgress) => void };

async function addScannedPages(
  document: DocumentContent,
  pdf: PDFDocumentProxy,
  { scanned, onProgress }: ScannedPages,
): Promise<DocumentContent> {
  const { readScannedPdf } = await import('./pictures/read-scanned-pdf.ts');
  const { getOcrEngine } = await import('./pictures/ocr-engine.ts');
  const { pageCount } = document;
  let pagesRead = document.pages.length - scanned.length;
  onProgress({ pagesRead, pageCount });
  const onPage = (): void => {
    pagesRead += 1;
    onProgress({ pagesRead, pageCount });
  };
  const bounds = { now: startSpentTimer(), until: PAGES_MS_MAX, end: LAST_PAGE_MS_MAX };
  const scannedContent = await readScannedPdf(
    { pdf, pages: scanned, onPage, bounds },
    getOcrEngine(),
  );
  const pagesByNumber = new Map(scannedContent.pages.map((page) => [page.number, page]));
  const pages = document.pages.map((page) => pagesByNumber.get(page.number) ?? page);
  const hasText = pages.some(({ text }) => text !== '');
  const notes = document.notes.filter((note) => note !== 'no_text' || !hasText);
  return {
    ...document,
    pages,
    codes: [...document.codes, ...scannedContent.codes],
    mrz: scannedContent.mrz,
    notes: [...notes, ...scannedContent.notes.filter((note) => !notes.includes(note))],
  };
}
