import { readFileSync } from 'node:fs';
import { assemblePdf } from './documents.ts';

/** Reads a specimen of a fictitious person that bench/src/extraction has drawn. */
export function readSpecimen(name: string): Buffer {
  return readFileSync(new URL(`./specimens/${name}.jpg`, import.meta.url));
}

type GrayJpeg = { jpeg: Uint8Array; width: number; height: number };

/** Creates a PDF whose pages all show the same gray image and nothing else. */
export function makeScannedPdf(
  { jpeg, width, height }: GrayJpeg,
  pageCount = 1,
): Buffer<ArrayBuffer> {
  const head = `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`;
  const draw = `q 500 0 0 ${Math.round((500 * height) / width)} 40 100 cm /P Do Q`;
  const kids = Array.from({ length: pageCount }, (_, place) => `${place + 5} 0 R`).join(' ');
  const page =
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /XObject << /P 3 0 R >> >> /Contents 4 0 R >>';
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pageCount} /Kids [${kids}] >>`,
    `${head}\nstream\n${Buffer.from(jpeg).toString('latin1')}\nendstream`,
    `<< /Length ${draw.length} >>\nstream\n${draw}\nendstream`,
    ...Array.from({ length: pageCount }, () => page),
  ]);
}
