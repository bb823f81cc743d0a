import { createHash } from 'node:crypto';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { readBarcodesOfPage } from '../../../src/extraction/pictures/codes/read-barcodes.ts';
import { renderPage } from '../../../src/extraction/pictures/render-pdf.ts';

/** Opens a printed PDF as a reader does. */
export async function openPdf(bytes: Buffer): Promise<PDFDocumentProxy> {
  return await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
}

/** Returns the text of each page, with whitespace collapsed. */
export async function readPages(bytes: Buffer): Promise<string[]> {
  const pdf = await openPdf(bytes);
  const pages: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    const text = items.map((one) => ('str' in one ? `${one.str}${one.hasEOL ? '\n' : ''}` : ''));
    pages.push(text.join('').normalize('NFKC').replace(/\s+/g, ' '));
  }
  return pages;
}

/** Length of the longer side in pixels, at which a QR code of 100 modules a side can be read. */
const LONG_SIDE = 4000;

/** Returns the texts of the QR codes on the first page. */
export async function readCodes(bytes: Buffer): Promise<string[]> {
  const picture = await renderPage(await openPdf(bytes), { number: 1, longSide: LONG_SIDE });
  return (await readBarcodesOfPage(picture, 1)).map(({ text }) => text);
}

export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
