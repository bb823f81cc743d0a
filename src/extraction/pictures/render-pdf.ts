import { Canvas, createCanvas } from '@napi-rs/canvas';
import { OPS, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { GrayImage } from './gray-image.ts';
import { LONG_SIDE_FOR_OCR } from './image-limits.ts';

export type RenderOptions = {
  /** Page number, from 1. */
  number: number;
  /** Length of the longer side in pixels. Default: the size for OCR. */
  longSide?: number;
  /** True when text is not rendered. */
  isWithoutText?: boolean;
};

/** Renders a page of a PDF. Throws the error of pdf.js for a page that it cannot render. */
export async function renderPage(
  pdf: PDFDocumentProxy,
  { number, longSide = LONG_SIDE_FOR_OCR, isWithoutText = false }: RenderOptions,
): Promise<GrayImage> {
  const page = await pdf.getPage(number);
  const size = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: longSide / Math.max(size.width, size.height) });
  const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
  const canvas = createCanvas(width, height);
  if (!isBrowserCanvas(canvas)) throw new Error('createCanvas returned no Canvas.');
  const operationsFilter = isWithoutText ? isNotTextOperation : undefined;
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

function isNotTextOperation(index: number, { fnArray }: { fnArray: unknown[] }): boolean {
  return !TEXT_OPERATIONS.has(fnArray[index]);
}

type BrowserCanvas = NonNullable<Parameters<PDFPageProxy['render']>[0]['canvas']>;

/**
 * Narrows to the canvas type of pdf.js, whose types accept a browser's canvas only. The canvas of @napi-rs/canvas has
 * all members that pdf.js uses.
 */
function isBrowserCanvas(canvas: unknown): canvas is Canvas & BrowserCanvas {
  return canvas instanceof Canvas;
}

/** Converts RGBA to luma. */
function toGray(colors: Uint8ClampedArray): Uint8Array {
  const gray = new Uint8Array(colors.length / 4);
  for (let index = 0; index < gray.length; index++) {
    const offset = index * 4;
    const red = colors[offset] ?? 0;
    const green = colors[offset + 1] ?? 0;
    gray[index] = 0.299 * red + 0.587 * green + 0.114 * (colors[offset + 2] ?? 0);
  }
  return gray;
}
