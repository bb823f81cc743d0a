import type { Box } from '../../domain/extraction/document-content.ts';
import type { Region } from './gray-image.ts';

type Size = { width: number; height: number };

/** Converts a region of a rotated image to a bounding box of the original image. */
export function toOriginalBox(
  { left, top, width, height }: Region,
  { rotated, original, degrees }: { rotated: Size; original: Size; degrees: number },
): Box {
  const radians = (-degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const corners = [
    [left, top],
    [left + width, top],
    [left, top + height],
    [left + width, top + height],
  ].map(([x = 0, y = 0]) => {
    const [dx, dy] = [x - rotated.width / 2, y - rotated.height / 2];
    return {
      x: clamp((cos * dx - sin * dy) / original.width + 0.5),
      y: clamp((sin * dx + cos * dy) / original.height + 0.5),
    };
  });
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const [minX, minY] = [Math.min(...xs), Math.min(...ys)];
  return {
    left: minX,
    top: minY,
    width: Math.max(...xs) - minX,
    height: Math.max(...ys) - minY,
  };
}

function clamp(fraction: number): number {
  return Math.min(1, Math.max(0, fraction));
}
