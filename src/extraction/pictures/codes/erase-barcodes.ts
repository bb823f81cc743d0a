import type { Barcode } from '../../../domain/extraction/document-content.ts';
import type { GrayImage } from '../gray-image.ts';

/** Margins around a barcode as fractions of the page; the second is above and below a linear one. */
const MARGIN = 0.004;
const LINEAR_MARGIN = 0.012;
/** Fills the regions of barcodes with white, because OCR would read them as text. */
export function eraseBarcodes(image: GrayImage, codes: readonly Barcode[]): GrayImage {
  const data = Uint8Array.from(image.data);
  for (const { box, format } of codes) {
    if (box === null) continue;
    // The position of a linear barcode is a line across it, without its height.
    const verticalMargin = format === 'code128' ? LINEAR_MARGIN : MARGIN;
    const left = Math.max(0, Math.floor((box.left - MARGIN) * image.width));
    const right = Math.min(image.width, Math.ceil((box.left + box.width + MARGIN) * image.width));
    const top = Math.max(0, Math.floor((box.top - verticalMargin) * image.height));
    const bottom = Math.min(
      image.height,
      Math.ceil((box.top + box.height + verticalMargin) * image.height),
    );
    for (let y = top; y < bottom; y++)
      data.fill(255, y * image.width + left, y * image.width + right);
  }
  return { ...image, data };
}
