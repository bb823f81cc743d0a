import { Canvas, createCanvas } from '@napi-rs/canvas';
import { OPS, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { GrayPicture } from './gray-picture.ts';
import { LONG_SIDE } from './picture-limits.ts';

export type Drawing = {
  /** Numbered from 1. */
  number: number;
  /** Of the longer side, in dots; by default what letters are read in. */
  longSide?: number;
  /** Whether everything but letters is drawn. */
  isWithoutText?: boolean;
};

/** A page of a PDF as a picture. Throws what pdfjs throws for a page that it cannot draw. */
export async function renderPage(
  pdf: PDFDocumentProxy,
  { number, longSide = LONG_SIDE, isWithoutText = false }: Drawing,
): Promise<GrayPicture> {
  const page = await pdf.getPage(number);
  const size = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: longSide / Math.max(size.width, size.height) });
  const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
  const canvas = createCanvas(width, height);
  if (!isAsInBrowsers(canvas)) throw new Error('A canvas is one.');
  const operationsFilter = isWithoutText ? isNoText : undefined;
  await page.render({ canvas, viewport, operationsFilter }).promise;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  page.cleanup();
  return { data: toGray(data), width, height };
}

const TEXT_OPERATIONS: ReadonlySet<unknown> = new Set([
  OPS.showText,
  OPS.showSpacedText,
  OPS.nextLineShowText,
  OPS.nextLineSetSpacingShowText,
]);

function isNoText(index: number, { fnArray }: { fnArray: unknown[] }): boolean {
  return !TEXT_OPERATIONS.has(fnArray[index]);
}

type BrowsersCanvas = NonNullable<Parameters<PDFPageProxy['render']>[0]['canvas']>;

/** The types of pdfjs know a browser's canvas only, of which this one has all that is used. */
function isAsInBrowsers(canvas: unknown): canvas is Canvas & BrowsersCanvas {
  return canvas instanceof Canvas;
}

/** As bright as eyes see the colours. */
function toGray(colors: Uint8ClampedArray): Uint8Array {
  const gray = new Uint8Array(colors.length / 4);
  for (let at = 0; at < gray.length; at++) {
    const from = at * 4;
    const red = colors[from] ?? 0;
    const green = colors[from + 1] ?? 0;
    gray[at] = 0.299 * red + 0.587 * green + 0.114 * (colors[from + 2] ?? 0);
  }
  return gray;
}
