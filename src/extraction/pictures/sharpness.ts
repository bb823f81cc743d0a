import type { GrayPicture } from './gray-picture.ts';

/** The variance of the second derivative: small where no edge is left. Of every second row, for it tells as much. */
export function sharpnessOf({ data, width, height }: GrayPicture): number {
  let [sum, squares, count] = [0, 0, 0];
  for (let y = 1; y < height - 1; y += 2) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const around =
        (data[at - 1] ?? 0) +
        (data[at + 1] ?? 0) +
        (data[at - width] ?? 0) +
        (data[at + width] ?? 0);
      const value = around - 4 * (data[at] ?? 0);
      sum += value;
      squares += value * value;
      count++;
    }
  }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2;
}
