import { Canvas, createCanvas } from '@napi-rs/canvas';
import {
  getDocument,
  type PDFDocumentProxy,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { PDF_FOLDERS } from '../pdf-folders.ts';
import type { GrayPicture } from './gray-picture.ts';
import { LONG_SIDE } from './picture-limits.ts';

/** The pages of a PDF, drawn one by one. */
export type PdfToRender = {
  pageCount: number;
  /** So large that the longer side has as many dots; by default what letters are read in. */
  render: (number: number, longSide?: number) => Promise<GrayPicture>;
  close: () => Promise<void>;
};

/** Throws what pdfjs throws for a file that it cannot open. */
export async function openPdfToRender(bytes: Uint8Array): Promise<PdfToRender> {
  const task = getDocument({
    // It takes the bytes over.
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    ...PDF_FOLDERS,
    useSystemFonts: false,
    enableXfa: false,
    maxImageSize: 40_000_000,
  });
  const pdf = await task.promise;
  return {
    pageCount: pdf.numPages,
    render: async (number, longSide = LONG_SIDE) => await render(pdf, number, longSide),
    close: async () => {
      await task.destroy();
    },
  };
}

async function render(
  pdf: PDFDocumentProxy,
  number: number,
  longSide: number,
): Promise<GrayPicture> {
  const page = await pdf.getPage(number);
  const size = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: longSide / Math.max(size.width, size.height) });
  const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
  const canvas = createCanvas(width, height);
  if (!isAsInBrowsers(canvas)) throw new Error('A canvas is one.');
  await page.render({ canvas, viewport }).promise;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  page.cleanup();
  return { data: toGray(data), width, height };
}

/** The types of pdfjs know a browser's canvas only, of which this one has all that is used. */
function isAsInBrowsers(canvas: unknown): canvas is Canvas & HTMLCanvasElement {
  return canvas instanceof Canvas;
}

/** As bright as eyes see the colours. */
function toGray(colors: Uint8ClampedArray): Uint8Array {
  const gray = new Uint8Array(colors.length / 4);
  for (let at = 0; at < gray.length; at++) {
    const [red = 0, green = 0, blue = 0] = [colors[at * 4], colors[at * 4 + 1], colors[at * 4 + 2]];
    gray[at] = 0.299 * red + 0.587 * green + 0.114 * blue;
  }
  return gray;
}
