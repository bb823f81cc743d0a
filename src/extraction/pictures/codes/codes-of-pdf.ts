import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Barcode } from '../../../domain/extraction/document-content.ts';
import { cropToInk } from '../crop-to-ink.ts';
import { renderPage } from '../render-pdf.ts';
import { readCodes } from './read-codes.ts';

/** Codes are coarser than letters. */
const LONG_SIDE = 1_400;

/** The codes of a page whose letters are known from its text: what is drawn besides is all that is looked at. */
export async function readCodesOfPdf(pdf: PDFDocumentProxy, number: number): Promise<Barcode[]> {
  const drawing = { number, longSide: LONG_SIDE, isWithoutText: true };
  const page = await renderPage(pdf, drawing).catch(() => null);
  const ink = page && cropToInk(page);
  if (page === null || ink === null) return [];
  const { region, picture } = ink;
  const codes = await readCodes(picture, number);
  return codes.map((code) => ({
    ...code,
    box: code.box && {
      left: (code.box.left * region.width + region.left) / page.width,
      top: (code.box.top * region.height + region.top) / page.height,
      width: (code.box.width * region.width) / page.width,
      height: (code.box.height * region.height) / page.height,
    },
  }));
}
