import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { loadFonts } from './fonts.ts';
import { type PrintedCode, type PrintedText, printPdf } from './text-pdf.ts';

export type TextStyle = { size: number; font: string; isBold?: boolean; color?: string };

/** Page or card to draw on. */
export class Sheet {
  readonly canvas: Canvas;
  readonly #context: SKRSContext2D;
  readonly #texts: PrintedText[] = [];
  readonly #codes: PrintedCode[] = [];

  constructor(width: number, height: number, background: string) {
    loadFonts();
    this.canvas = createCanvas(width, height);
    this.#context = this.canvas.getContext('2d');
    this.fillBox({ left: 0, top: 0, width, height }, background);
  }

  /** Writes one line with its baseline at `top`, and returns the position of its end. */
  write(text: string, [left, top]: readonly [number, number], style: TextStyle): number {
    const context = this.#context;
    const face = `${style.isBold === true ? '700' : '400'} ${style.size}px`;
    context.font = `${face} "${style.font}"`;
    context.fillStyle = style.color ?? '#141414';
    context.fillText(text, left, top);
    const { width } = context.measureText(text);
    if (text !== '') {
      const { size, isBold = false } = style;
      // Arimo has the widths of Helvetica.
      context.font = `${face} "Arimo"`;
      const words = [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => {
        return [word, context.measureText(text.slice(0, index)).width] as const;
      });
      const naturalWidth = context.measureText(text).width;
      this.#texts.push({ text, left, top, width, naturalWidth, words, size, isBold });
    }
    return left + width;
  }

  fillBox(box: { left: number; top: number; width: number; height: number }, color: string): void {
    this.#context.fillStyle = color;
    this.#context.fillRect(box.left, box.top, box.width, box.height);
  }

  /** Draws a pattern of fine lines, as on the background of cards. */
  weave(color: string, step: number): void {
    const context = this.#context;
    context.strokeStyle = color;
    context.lineWidth = 1;
    for (let top = 0; top < this.canvas.height + 200; top += step) {
      context.beginPath();
      for (let left = 0; left <= this.canvas.width; left += 20)
        context.lineTo(left, top + Math.sin(left / 60 + top) * 14 - left / 8);
      context.stroke();
    }
  }

  /** Draws a placeholder for a portrait. */
  portrait(box: { left: number; top: number; width: number; height: number }): void {
    this.fillBox(box, '#c9ccd2');
    const context = this.#context;
    const middle = box.left + box.width / 2;
    context.fillStyle = '#8b7a6d';
    context.beginPath();
    context.ellipse(
      middle,
      box.top + box.height * 0.42,
      box.width * 0.24,
      box.height * 0.26,
      0,
      0,
      7,
    );
    context.fill();
    context.fillStyle = '#3d4658';
    context.beginPath();
    context.ellipse(
      middle,
      box.top + box.height,
      box.width * 0.45,
      box.height * 0.3,
      0,
      Math.PI,
      0,
    );
    context.fill();
  }

  async code(
    text: string,
    box: { left: number; top: number; width: number; height: number },
    format: 'QRCode' | 'Code128' | 'PDF417' = 'QRCode',
  ): Promise<void> {
    await prepareWriter();
    const { symbol } = await writeBarcode(text, { format });
    const { width, height, data } = symbol;
    const rows = format === 'Code128' ? 1 : height;
    const [wide, tall] = [box.width / width, box.height / rows];
    this.#codes.push({ ...box, columns: width, rows, data });
    this.#context.fillStyle = '#000';
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < width; column++)
        if (data[row * width + column] === 0)
          this.#context.fillRect(
            box.left + column * wide,
            box.top + row * tall,
            wide + 0.3,
            tall + 0.3,
          );
  }

  /** Returns the page as a PDF, with text as text and barcodes as images. */
  toPdf(): Buffer<ArrayBuffer> {
    const { width, height } = this.canvas;
    return printPdf({ width, height, texts: this.#texts, codes: this.#codes });
  }

  toPng(): Buffer {
    return this.canvas.toBuffer('image/png');
  }
}

let writer: Promise<unknown> | undefined;

async function prepareWriter(): Promise<void> {
  writer ??= (async () => {
    const path = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm');
    const wasmBinary = new Uint8Array(await readFile(path)).buffer;
    await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  })();
  await writer;
}
