import sharp from 'sharp';
import type { Chance } from './chance.ts';

export type ColorPicture = { data: Buffer; width: number; height: number };
type Point = readonly [number, number];

export async function unpack(png: Buffer): Promise<ColorPicture> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

export async function pack(
  { data, width, height }: ColorPicture,
  quality: number,
): Promise<Buffer> {
  return await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer();
}

/**
 * Applies a random perspective: moves the corners inwards and adds a margin, as in a photograph of a page on a table.
 */
export function warp(
  picture: ColorPicture,
  { chance, tilt, margin }: { chance: Chance; tilt: number; margin: number },
): ColorPicture {
  const { width, height } = picture;
  const inset = (): number => margin + chance.next() * tilt;
  const corner = (x: number, y: number): Point => {
    return [
      x === 0 ? width * inset() : width * (1 - inset()),
      y === 0 ? height * inset() : height * (1 - inset()),
    ];
  };
  const toSource = projection([corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)], picture);
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) sample(picture, toSource(x, y), data, (y * width + x) * 3);
  }
  return { data, width, height };
}

/** Between the four dots around; the table outside. */
// oxlint-disable-next-line max-params -- called for every dot: an object each would be most of the time.
function sample(picture: ColorPicture, [x, y]: Point, into: Buffer, at: number): void {
  const { data, width, height } = picture;
  if (x < 0 || y < 0 || x >= width - 1 || y >= height - 1) {
    into.set([117, 98, 77], at);
    return;
  }
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [dx, dy] = [x - left, y - top];
  const from = (top * width + left) * 3;
  for (let color = 0; color < 3; color++) {
    const here = from + color;
    const below = here + width * 3;
    const upper = (data[here] ?? 0) * (1 - dx) + (data[here + 3] ?? 0) * dx;
    const lower = (data[below] ?? 0) * (1 - dx) + (data[below + 3] ?? 0) * dx;
    into[at + color] = upper * (1 - dy) + lower * dy;
  }
}

/** Returns the projection from the pixels of the warped image to those of the flat one. */
function projection(
  seen: readonly [Point, Point, Point, Point],
  { width, height }: ColorPicture,
): (x: number, y: number) => Point {
  const flat: Point[] = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ];
  const rows: number[][] = [];
  seen.forEach(([x, y], at) => {
    const [u, v] = flat[at] ?? [0, 0];
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]);
  });
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = solve(rows);
  return (x, y) => {
    const depth = g * x + h * y + 1;
    return [(a * x + b * y + c) / depth, (d * x + e * y + f) / depth];
  };
}

/** Solves a system of linear equations by Gaussian elimination. Each row has the coefficients and the result. */
function solve(rows: number[][]): number[] {
  const count = rows.length;
  for (let step = 0; step < count; step++) {
    const rest = rows.slice(step).toSorted((one, other) => size(other, step) - size(one, step));
    rows.splice(step, rest.length, ...rest);
    const pivot = rows[step] ?? [];
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = (row[step] ?? 0) / (pivot[step] ?? 1);
      for (let at = step; at <= count; at++) row[at] = (row[at] ?? 0) - factor * (pivot[at] ?? 0);
    }
  }
  return rows.map((row, at) => (row[count] ?? 0) / (row[at] ?? 1));
}

function size(row: readonly number[], at: number): number {
  return Math.abs(row[at] ?? 0);
}
