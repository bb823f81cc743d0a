import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Barcode } from '../../../domain/extraction/document-content.ts';
import { cropToInk } from '../crop-to-ink.ts';
import { renderPage } from '../render-pdf.ts';
import { readBarcodesOfPage } from './read-barcodes.ts';

/** Long side of a rendered page. Barcodes are coarser than characters. */
const LONG_SIDE_FOR_CODES = 1_400;

/**
 * Reads the barcodes of a page with embedded text, from a rendering without the text. Empty when it cannot be rendered.
 */
export async function readPdfBarcodes(pdf: PDFDocumentProxy, number: number): Promise<Barcode[]> {
  const options = { number, longSide: LONG_SIDE_FOR_CODES, isWithoutText: true };
  const page = await renderPage(pdf, options).catch(() => null);
  const cropped = page && cropToInk(page);
  if (page === null || cropped === null) return [];
  const { region, image } = cropped;
  const codes = await readBarcodesOfPage(image, number);
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
