import type { GrayPicture } from './gray-picture.ts';
import { resize } from './open-picture.ts';

/** Shadows are wider than letters: what is left at a small share of the size is paper and light. */
const CELL = 24;

/** Darker than that, paper is in a shadow, or is no paper. */
const PLAIN = 200;

/** `isPlain`: the light on it was even as it came, all over. */
export type EvenPicture = { even: GrayPicture; isPlain: boolean };

/**
 * The picture as if the light on it were even: each dot is held against the paper around it, and the darkest hundredth is
 * ink.
 */
export async function evenLight(picture: GrayPicture): Promise<EvenPicture> {
  const { paper, darkest } = await lightOf(picture);
  const data = new Uint8Array(picture.data.length);
  const counts = new Uint32Array(256);
  for (let at = 0; at < data.length; at++) {
    const lifted = (picture.data[at] ?? 0) * (LIFT[paper.data[at] ?? 255] ?? 0);
    const value = Math.min(255, (lifted + ONE / 2) >> 16);
    data[at] = value;
    counts[value] = (counts[value] ?? 0) + 1;
  }
  stretch(data, counts);
  return { even: { ...picture, data }, isPlain: darkest >= PLAIN };
}

const ONE = 65_536;
/** How many times as bright a dot is made that lies in such a light: in parts of `ONE`. */
const LIFT = Int32Array.from({ length: 256 }, (_, light) =>
  Math.round((255 * ONE) / Math.max(24, light)),
);

/** The brightest tenth or so of each cell's neighbourhood, spread smoothly over the picture. */
async function lightOf(picture: GrayPicture): Promise<{ paper: GrayPicture; darkest: number }> {
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
  const darkest = spread.data.reduce((least, light) => Math.min(least, light), 255);
  return { paper: fitTo(smooth, picture), darkest };
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

function stretch(data: Uint8Array, counts: Uint32Array): void {
  let [dark, below] = [0, 0];
  while (dark < 128 && below < data.length * 0.01) below += counts[dark++] ?? 0;
  const least = Math.min(dark, 120);
  const stretched = Uint8Array.from(counts, (_, value) =>
    Math.max(0, Math.round(((value - least) * 255) / (255 - least))),
  );
  for (let at = 0; at < data.length; at++) data[at] = stretched[data[at] ?? 0] ?? 0;
}
