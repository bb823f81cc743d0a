import type { Box } from '../../domain/extraction/document-content.ts';
import type { Region } from './gray-picture.ts';

type Size = { width: number; height: number };

/** Where a part of the turned picture lies in the picture as it is shown. */
export function placeBack(
  { left, top, width, height }: Region,
  { turned, shown, degrees }: { turned: Size; shown: Size; degrees: number },
): Box {
  const radians = (-degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const corners = [
    [left, top],
    [left + width, top],
    [left, top + height],
    [left + width, top + height],
  ].map(([x = 0, y = 0]) => {
    const [dx, dy] = [x - turned.width / 2, y - turned.height / 2];
    return {
      x: clamp((cos * dx - sin * dy) / shown.width + 0.5),
      y: clamp((sin * dx + cos * dy) / shown.height + 0.5),
    };
  });
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const [first, highest] = [Math.min(...xs), Math.min(...ys)];
  return {
    left: first,
    top: highest,
    width: Math.max(...xs) - first,
    height: Math.max(...ys) - highest,
  };
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}
