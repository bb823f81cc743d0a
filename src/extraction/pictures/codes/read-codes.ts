import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { prepareZXingModule, type ReadResult, readBarcodes } from 'zxing-wasm/reader';
import type { Barcode, CodeFormat } from '../../../domain/extraction/document-content.ts';
import type { GrayPicture } from '../gray-picture.ts';
import { textOfCode } from './code-text.ts';

const FORMATS: ReadonlyMap<string, CodeFormat> = new Map([
  ['QRCode', 'qr'],
  ['PDF417', 'pdf417'],
  ['Code128', 'code128'],
]);
const MOST_CODES = 8;
const MOST_SIGNS = 4_000;

/** What a browser calls `ImageData`. */
type Colors = {
  data: Uint8ClampedArray<ArrayBuffer>;
  width: number;
  height: number;
  colorSpace: 'srgb';
};

let prepared: Promise<unknown> | undefined;

/** The square and bar codes of a page, however they are turned. */
export async function readCodes(picture: GrayPicture, page: number): Promise<Barcode[]> {
  prepared ??= prepare();
  await prepared;
  const found = await readBarcodes(toImageData(picture), {
    formats: ['QRCode', 'PDF417', 'Code128'],
    maxNumberOfSymbols: MOST_CODES,
    tryHarder: true,
    tryRotate: true,
    tryInvert: false,
    tryDownscale: true,
  });
  return found.flatMap((one) => toCode(one, { picture, page }));
}

function toCode(
  found: ReadResult,
  { picture, page }: { picture: GrayPicture; page: number },
): Barcode[] {
  const { isValid, format, position } = found;
  const known = FORMATS.get(format);
  const text = textOfCode(found);
  if (!isValid || known === undefined || text === '' || text.length > MOST_SIGNS) return [];
  const corners = [position.topLeft, position.topRight, position.bottomLeft, position.bottomRight];
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const box = {
    left: left / picture.width,
    top: top / picture.height,
    width: (Math.max(...xs) - left) / picture.width,
    height: (Math.max(...ys) - top) / picture.height,
  };
  return [{ format: known, text, page, box }];
}

/** From the package's own file: it would be fetched otherwise. */
async function prepare(): Promise<void> {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  const wasmBinary = new Uint8Array(await readFile(path)).buffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
}

/** Each dot is written at once: red, green, blue and how opaque it is. */
function toImageData({ data, width, height }: GrayPicture): Colors {
  const dots = new Uint32Array(width * height);
  for (let at = 0; at < data.length; at++) dots[at] = 0xff000000 | ((data[at] ?? 0) * 0x10101);
  return { data: new Uint8ClampedArray(dots.buffer), width, height, colorSpace: 'srgb' };
}
