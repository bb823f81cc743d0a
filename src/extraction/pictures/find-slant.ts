import type { GrayPicture } from './gray-picture.ts';
import { resize, turn } from './open-picture.ts';

const SMALL = 600;
/** Degrees, each way. */
const MOST = 9;

/** By how many degrees a page would have to be turned to lie straight, the likeliest first. */
export type Turns = readonly number[];

/**
 * Lines of text make rows of dark and rows of light where they lie straight: the angle at which rows differ most is that of
 * the page.
 */
export async function findSlant(picture: GrayPicture): Promise<Turns> {
  const small = await resize(picture, SMALL / Math.max(picture.width, picture.height));
  const upright = bestAngle(small);
  const sideways = bestAngle(await turn(small, 90));
  const isOnSide = sideways.score > upright.score * 1.25;
  const [standing, lying] = [
    [0, 180],
    [90, 270],
  ].map((turns, at) => turns.map((degrees) => degrees - (at === 0 ? upright : sideways).angle));
  return isOnSide
    ? [...(lying ?? []), ...(standing ?? [])]
    : [...(standing ?? []), ...(lying ?? [])];
}

type Angle = { angle: number; score: number };

function bestAngle(picture: GrayPicture): Angle {
  const edges = edgesOf(picture);
  const coarse = best(edges, range(-MOST, MOST, 1));
  const finer = best(edges, range(coarse.angle - 0.8, coarse.angle + 0.8, 0.2));
  return finer;
}

function range(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, at) => from + at * step);
}

type Edges = { x: Uint16Array; y: Uint16Array; width: number; height: number };

/** Where dark follows on light downwards. */
function edgesOf({ data, width, height }: GrayPicture): Edges {
  const [x, y]: [number[], number[]] = [[], []];
  for (let row = 1; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = row * width + column;
      if ((data[at - width] ?? 0) - (data[at] ?? 0) < 40) continue;
      x.push(column);
      y.push(row);
    }
  }
  return { x: Uint16Array.from(x), y: Uint16Array.from(y), width, height };
}

function best(edges: Edges, angles: readonly number[]): Angle {
  const scored = angles.map((angle) => ({ angle, score: scoreOf(edges, angle) }));
  return scored.reduce((one, other) => (other.score > one.score ? other : one));
}

/** How unevenly the edges fall on the rows: the sum of squares. */
function scoreOf({ x, y, width, height }: Edges, angle: number): number {
  const slope = Math.tan((angle * Math.PI) / 180);
  const reach = Math.ceil(Math.abs(slope) * width);
  const rows = new Uint32Array(height + 2 * reach + 2);
  for (let at = 0; at < x.length; at++) {
    const row = Math.round((y[at] ?? 0) - (x[at] ?? 0) * slope) + reach;
    rows[row] = (rows[row] ?? 0) + 1;
  }
  return rows.reduce((sum, count) => sum + count * count, 0);
}
