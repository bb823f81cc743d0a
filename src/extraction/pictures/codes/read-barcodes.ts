import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { prepareZXingModule, type ReadResult, readBarcodes } from 'zxing-wasm/reader';
import type { Barcode, CodeFormat } from '../../../domain/extraction/document-content.ts';
import type { GrayImage } from '../gray-image.ts';
import { decodeBarcodeText } from './decode-barcode-text.ts';

const FORMATS: ReadonlyMap<string, CodeFormat> = new Map([
  ['QRCode', 'qr'],
  ['PDF417', 'pdf417'],
  ['Code128', 'code128'],
]);
/** Maximum numbers of barcodes of a page, and of characters of one. */
const BARCODES_MAX = 8;
const TEXT_LENGTH_MAX = 4_000;

/** Image in the format of `ImageData`. */
type RgbaImage = {
  data: Uint8ClampedArray<ArrayBuffer>;
  width: number;
  height: number;
  colorSpace: 'srgb';
};

let wasmLoading: Promise<unknown> | undefined;

/**
 * Reads up to BARCODES_MAX barcodes of a page, in any orientation. Omits barcodes without text or with more than
 * TEXT_LENGTH_MAX characters.
 */
export async function readBarcodesOfPage(image: GrayImage, page: number): Promise<Barcode[]> {
  wasmLoading ??= loadWasm();
  await wasmLoading;
  const results = await readBarcodes(toImageData(image), {
    formats: ['QRCode', 'PDF417', 'Code128'],
    maxNumberOfSymbols: BARCODES_MAX,
    tryHarder: true,
    tryRotate: true,
    tryInvert: false,
    tryDownscale: true,
  });
  return results.flatMap((result) => toBarcode(result, { image, page }));
}

function toBarcode(
  result: ReadResult,
  { image, page }: { image: GrayImage; page: number },
): Barcode[] {
  const { isValid, format, position } = result;
  const barcodeFormat = FORMATS.get(format);
  const text = decodeBarcodeText(result);
  if (!isValid || barcodeFormat === undefined || text === '' || text.length > TEXT_LENGTH_MAX)
    return [];
  const corners = [position.topLeft, position.topRight, position.bottomLeft, position.bottomRight];
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const box = {
    left: left / image.width,
    top: top / image.height,
    width: (Math.max(...xs) - left) / image.width,
    height: (Math.max(...ys) - top) / image.height,
  };
  return [{ format: barcodeFormat, text, page, box }];
}

/** Loads the WebAssembly module from the package. By default, zxing-wasm would download it. */
async function loadWasm(): Promise<void> {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  const wasmBinary = new Uint8Array(await readFile(path)).buffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
}

/** Converts an image to RGBA, writing each pixel as one 32-bit number. */
function toImageData({ data, width, height }: GrayImage): RgbaImage {
  const pixels = new Uint32Array(width * height);
  for (let index = 0; index < data.length; index++)
    pixels[index] = 0xff000000 | ((data[index] ?? 0) * 0x10101);
  return { data: new Uint8ClampedArray(pixels.buffer), width, height, colorSpace: 'srgb' };
}
