import { assemblePdf } from '../../../test/support/data/documents.ts';

/** Text on a sheet, in pixels. `top` is the position of its baseline. */
export type PrintedText = {
  text: string;
  left: number;
  top: number;
  width: number;
  /** What it is wide in the PDF's own face, which is stretched to the place that it has. */
  naturalWidth: number;
  /** Each word with where it begins, in the same measure. */
  words: readonly (readonly [string, number])[];
  size: number;
  isBold: boolean;
};
/** Barcode, in which 0 is black. */
export type PrintedCode = {
  left: number;
  top: number;
  width: number;
  height: number;
  columns: number;
  rows: number;
  data: Uint8Array | Uint8ClampedArray;
};
type Page = {
  width: number;
  height: number;
  texts: readonly PrintedText[];
  codes: readonly PrintedCode[];
};

/** A sheet has 150 dots an inch, a PDF 72 points. */
const POINTS = 72 / 150;
const DOTS_A_MODULE = 4;

/** Prints a PDF of one page in Helvetica. Each text uses another of the operators with which programs write text. */
export function printPdf({ width, height, texts, codes }: Page): Buffer<ArrayBuffer> {
  const written = texts.map((text, at) => writeText(text, { at, height }));
  const drawn = codes.map((code, at) => {
    const size = `${points(code.width)} 0 0 ${points(code.height)}`;
    return `q ${size} ${points(code.left)} ${points(height - code.top - code.height)} cm /C${at} Do Q`;
  });
  const names = codes.map((_, at) => `/C${at} ${6 + at} 0 R`).join(' ');
  const content = [...drawn, ...written].join('\n');
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${points(width)} ${points(height)}] /Contents 4 0 R /Resources << /Font << /F0 5 0 R /F1 ${6 + codes.length} 0 R >> /XObject << ${names} >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    font('Helvetica'),
    ...codes.map(toImage),
    font('Helvetica-Bold'),
  ]);
}

/** As a whole, word by word at places of their own, or in pieces with space between them taken away. */
function writeText(
  { text, left, top, width, naturalWidth, words, size, isBold }: PrintedText,
  { at, height }: { at: number; height: number },
): string {
  const stretch = width / naturalWidth;
  const head = `BT /F${isBold ? 1 : 0} ${points(size)} Tf ${(100 * stretch).toFixed(1)} Tz`;
  const place = (x: number): string => `1 0 0 1 ${points(x)} ${points(height - top)} Tm`;
  if (at % 3 === 0) return `${head} ${place(left)} ${quote(text)} Tj ET`;
  if (at % 3 === 1) {
    const pieces = text.match(/.{1,3}/g) ?? [];
    return `${head} ${place(left)} [${pieces.map(quote).join(' -8 ')}] TJ ET`;
  }
  const apart = words.map(([word, x]) => `${place(left + x * stretch)} ${quote(word)} Tj`);
  return `${head} ${apart.join(' ')} ET`;
}

function font(face: string): string {
  return `<< /Type /Font /Subtype /Type1 /BaseFont /${face} /Encoding /WinAnsiEncoding >>`;
}

function quote(text: string): string {
  return `(${text.replace(/[\\()]/g, '\\$&')})`;
}

function points(dots: number): string {
  return (dots * POINTS).toFixed(2);
}

function toImage({ columns, rows, data }: PrintedCode): string {
  const [width, height] = [columns * DOTS_A_MODULE, rows * DOTS_A_MODULE];
  let dots = '';
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const module = Math.floor(y / DOTS_A_MODULE) * columns + Math.floor(x / DOTS_A_MODULE);
      dots += data[module] === 0 ? '\0' : '\u00ff';
    }
  return `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Length ${dots.length} >>\nstream\n${dots}\nendstream`;
}
