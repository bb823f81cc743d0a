import { createHash } from 'node:crypto';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A PDF that was printed, opened as a reader does. */
export async function openPdf(bytes: Buffer): Promise<PDFDocumentProxy> {
  return await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
}

/** The text of each of its pages, with single blanks. */
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

export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
