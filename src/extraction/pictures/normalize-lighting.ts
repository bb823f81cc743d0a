import type { GrayImage } from './gray-image.ts';
import { resize } from './open-image.ts';

/**
 * Size of a cell in pixels. It is larger than a character and smaller than a shadow, so that the bright pixels of a
 * cell show the background.
 */
const CELL = 24;

/** Background brightness below which the image has shadows or is not a scan of paper. */
const EVEN_BRIGHTNESS_MIN = 200;

/** Image with normalized lighting. `isEvenlyLit` is true when the original had even lighting. */
export type NormalizedImage = { image: GrayImage; isEvenlyLit: boolean };

/**
 * Normalizes uneven lighting: divides each pixel by the estimated background, then stretches the contrast so that the
 * darkest percent is black.
 */
export async function normalizeLighting(image: GrayImage): Promise<NormalizedImage> {
  const { background, darkest } = await estimateBackground(image);
  const data = new Uint8Array(image.data.length);
  const counts = new Uint32Array(256);
  for (let index = 0; index < data.length; index++) {
    const corrected = (image.data[index] ?? 0) * (GAINS[background.data[index] ?? 255] ?? 0);
    const value = Math.min(255, (corrected + FIXED_POINT_ONE / 2) >> FIXED_POINT_BITS);
    data[index] = value;
    counts[value] = (counts[value] ?? 0) + 1;
  }
  stretchContrast(data, counts);
  return { image: { ...image, data }, isEvenlyLit: darkest >= EVEN_BRIGHTNESS_MIN };
}

/** Bits after the point of the gains, which are applied to millions of pixels in integer arithmetic. */
const FIXED_POINT_BITS = 16;
const FIXED_POINT_ONE = 2 ** FIXED_POINT_BITS;
/** Background brightness below which the gain no longer rises, because it would amplify noise. */
const LIGHT_MIN = 24;
/** Gain for each background brightness, as fixed-point numbers. */
const GAINS = Int32Array.from({ length: 256 }, (_, light) =>
  Math.round((255 * FIXED_POINT_ONE) / Math.max(LIGHT_MIN, light)),
);

/** Estimates the background: the 90th percentile of each cell, dilated and smoothly interpolated. */
async function estimateBackground(
  image: GrayImage,
): Promise<{ background: GrayImage; darkest: number }> {
  const { width, height } = image;
  const columns = Math.ceil(width / CELL);
  const rows = Math.ceil(height / CELL);
  const cells = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++)
      cells[row * columns + column] = percentile90(image, column * CELL, row * CELL);
  }
  const spread = dilate({ data: cells, width: columns, height: rows });
  const smooth = await resize(spread, Math.max(width / columns, height / rows));
  const darkest = spread.data.reduce((minimum, light) => Math.min(minimum, light), 255);
  return { background: fitToSize(smooth, image), darkest };
}

/** Returns the 90th percentile of a cell, of every third pixel. */
function percentile90({ data, width, height }: GrayImage, left: number, top: number): number {
  const counts = new Uint16Array(256);
  let total = 0;
  for (let y = top; y < Math.min(height, top + CELL); y += 3) {
    for (let x = left; x < Math.min(width, left + CELL); x += 3) {
      const value = data[y * width + x] ?? 0;
      counts[value] = (counts[value] ?? 0) + 1;
      total++;
    }
  }
  let above = 0;
  for (let value = 255; value > 0; value--) {
    above += counts[value] ?? 0;
    if (above >= total * 0.1) return value;
  }
  return 0;
}

/**
 * Replaces each cell by the maximum of its neighborhood, so that a cell within a bold character or a bar gets the
 * background beside it.
 */
function dilate(cells: GrayImage): GrayImage {
  return dilateRows(transpose(dilateRows(transpose(cells))));
}

/** Replaces each cell by the maximum of itself and its two neighbors in the row. */
function dilateRows({ data, width, height }: GrayImage): GrayImage {
  const maxima = data.map((value, index) => {
    const left = index % width === 0 ? 0 : (data[index - 1] ?? 0);
    const right = index % width === width - 1 ? 0 : (data[index + 1] ?? 0);
    return Math.max(value, left, right);
  });
  return { data: maxima, width, height };
}

function transpose({ data, width, height }: GrayImage): GrayImage {
  const columns = data.map(
    (_, index) => data[(index % height) * width + Math.floor(index / height)] ?? 0,
  );
  return { data: columns, width: height, height: width };
}

/** Crops or extends a background at the right and lower edge to the size of the image. */
function fitToSize(light: GrayImage, { width, height }: GrayImage): GrayImage {
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const rowStart = Math.min(y, light.height - 1) * light.width;
    for (let x = 0; x < width; x++)
      data[y * width + x] = light.data[rowStart + Math.min(x, light.width - 1)] ?? 255;
  }
  return { data, width, height };
}

/** Maximum brightness that becomes black, so that a page without ink stays white. */
const BLACK_POINT_MAX = 120;
function stretchContrast(data: Uint8Array, counts: Uint32Array): void {
  let [blackPoint, darkCount] = [0, 0];
  while (blackPoint < BLACK_POINT_MAX && darkCount < data.length * 0.01)
    darkCount += counts[blackPoint++] ?? 0;
  const stretched = Uint8Array.from(counts, (_, value) =>
    Math.max(0, Math.round(((value - blackPoint) * 255) / (255 - blackPoint))),
  );
  for (let index = 0; index < data.length; index++) data[index] = stretched[data[index] ?? 0] ?? 0;
}
