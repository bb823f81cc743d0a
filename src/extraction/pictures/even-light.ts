import type { GrayPicture } from './gray-picture.ts';
import { resize } from './open-picture.ts';

/** Shadows are wider than letters: what is left at a small share of the size is paper and light. */
const CELL = 24;

/**
 * The picture as if the light on it were even: each dot is held against the paper around it, and the darkest hundredth is
 * ink.
 */
export async function evenLight(picture: GrayPicture): Promise<GrayPicture> {
  const paper = await lightOf(picture);
  const data = new Uint8Array(picture.data.length);
  const counts = new Uint32Array(256);
  for (let at = 0; at < data.length; at++) {
    const light = Math.max(24, paper.data[at] ?? 255);
    const value = Math.min(255, Math.round(((picture.data[at] ?? 0) * 255) / light));
    data[at] = value;
    counts[value] = (counts[value] ?? 0) + 1;
  }
  return { ...picture, data: stretched(data, counts) };
}

/** The brightest tenth or so of each cell's neighbourhood, spread smoothly over the picture. */
async function lightOf(picture: GrayPicture): Promise<GrayPicture> {
  const { width, height } = picture;
  const columns = Math.ceil(width / CELL);
  const rows = Math.ceil(height / CELL);
  const cells = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++)
      cells[row * columns + column] = brightOf(picture, column * CELL, row * CELL);
  }
  const spread = spreadMax({ data: cells, width: columns, height: rows });
  const smooth = await resize(spread, Math.max(width / columns, height / rows));
  return fitTo(smooth, picture);
}

/** The 90th of a hundred, of every third dot. */
function brightOf({ data, width, height }: GrayPicture, left: number, top: number): number {
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

/** A cell within a bold letter or a bar takes the paper beside it. */
function spreadMax(cells: GrayPicture): GrayPicture {
  return alongRows(turned(alongRows(turned(cells))));
}

/** The most of each cell and its two neighbours. */
function alongRows({ data, width, height }: GrayPicture): GrayPicture {
  const most = data.map((value, at) => {
    const before = at % width === 0 ? 0 : (data[at - 1] ?? 0);
    const after = at % width === width - 1 ? 0 : (data[at + 1] ?? 0);
    return Math.max(value, before, after);
  });
  return { data: most, width, height };
}

/** Rows made columns. */
function turned({ data, width, height }: GrayPicture): GrayPicture {
  const columns = data.map((_, at) => data[(at % height) * width + Math.floor(at / height)] ?? 0);
  return { data: columns, width: height, height: width };
}

/** Cut or repeated at the right and lower edge to the size of the picture. */
function fitTo(light: GrayPicture, { width, height }: GrayPicture): GrayPicture {
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const from = Math.min(y, light.height - 1) * light.width;
    for (let x = 0; x < width; x++)
      data[y * width + x] = light.data[from + Math.min(x, light.width - 1)] ?? 255;
  }
  return { data, width, height };
}

function stretched(data: Uint8Array, counts: Uint32Array): Uint8Array {
  let [dark, below] = [0, 0];
  while (dark < 128 && below < data.length * 0.01) below += counts[dark++] ?? 0;
  const scale = 255 / (255 - Math.min(dark, 120));
  return data.map((value) => Math.max(0, Math.round((value - Math.min(dark, 120)) * scale)));
}
