import type { GrayImage } from './gray-image.ts';
import { resize, rotate } from './open-image.ts';

/** Long side of the image whose skew is measured. */
const SIZE = 600;
/** Maximum skew in degrees, in both directions. */
const SKEW_MAX = 9;

/** Rotations in degrees that may deskew a page, most probable first. */
export type Rotations = readonly number[];

/**
 * Estimates skew and orientation by projection profiles: the sums of pixel rows vary most at the angle at which the
 * lines of text are horizontal. An upside-down page has the same profile, so four rotations are returned: the two of
 * the probable orientation first.
 */
export async function findRotations(image: GrayImage): Promise<Rotations> {
  const small = await resize(image, SIZE / Math.max(image.width, image.height));
  const upright = findSkew(small);
  const sideways = findSkew(await rotate(small, 90));
  const isOnSide = sideways.score > upright.score * SIDEWAYS_SCORE_MIN;
  const uprightRotations = [0, 180].map((degrees) => degrees - upright.angle);
  const sidewaysRotations = [90, 270].map((degrees) => degrees - sideways.angle);
  return isOnSide
    ? [...sidewaysRotations, ...uprightRotations]
    : [...uprightRotations, ...sidewaysRotations];
}

/** Minimum ratio of the scores for a page to count as on its side, because most pages are upright. */
const SIDEWAYS_SCORE_MIN = 1.25;
/** Minimum difference of brightness at an edge. */
const EDGE_MIN = 40;
type Angle = { angle: number; score: number };
/** Finds the best angle to a degree, then to a fifth of one around it. */

function findSkew(image: GrayImage): Angle {
  const edges = findEdges(image);
  const coarse = findBestAngle(edges, range(-SKEW_MAX, SKEW_MAX, 1));
  return findBestAngle(edges, range(coarse.angle - 0.8, coarse.angle + 0.8, 0.2));
}

function range(from: number, to: number, step: number): number[] {
  return Array.from(
    { length: Math.round((to - from) / step) + 1 },
    (_, index) => from + index * step,
  );
}

type Edges = { x: Uint16Array; y: Uint16Array; width: number; height: number };

/** Finds the top edges of dark areas. */
function findEdges({ data, width, height }: GrayImage): Edges {
  const [x, y]: [number[], number[]] = [[], []];
  for (let row = 1; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const index = row * width + column;
      if ((data[index - width] ?? 0) - (data[index] ?? 0) < EDGE_MIN) continue;
      x.push(column);
      y.push(row);
    }
  }
  return { x: Uint16Array.from(x), y: Uint16Array.from(y), width, height };
}

function findBestAngle(edges: Edges, angles: readonly number[]): Angle {
  const scored = angles.map((angle) => ({ angle, score: scoreAngle(edges, angle) }));
  return scored.reduce((first, second) => (second.score > first.score ? second : first));
}

/** Scores the projection of edges on rows at an angle, as the sum of squares. */
function scoreAngle({ x, y, width, height }: Edges, angle: number): number {
  const slope = Math.tan((angle * Math.PI) / 180);
  const offset = Math.ceil(Math.abs(slope) * width);
  const rows = new Uint32Array(height + 2 * offset + 2);
  for (let index = 0; index < x.length; index++) {
    const row = Math.round((y[index] ?? 0) - (x[index] ?? 0) * slope) + offset;
    rows[row] = (rows[row] ?? 0) + 1;
  }
  return rows.reduce((sum, count) => sum + count * count, 0);
}
