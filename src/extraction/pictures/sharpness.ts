import type { GrayImage } from './gray-image.ts';

/**
 * Returns the variance of the Laplacian, which is small for a blurred image. Samples every second row.
 */
export function computeSharpness({ data, width, height }: GrayImage): number {
  let [sum, squares, count] = [0, 0, 0];
  for (let y = 1; y < height - 1; y += 2) {
    for (let x = 1; x < width - 1; x++) {
      const index = y * width + x;
      const neighbors =
        (data[index - 1] ?? 0) +
        (data[index + 1] ?? 0) +
        (data[index - width] ?? 0) +
        (data[index + width] ?? 0);
      const value = neighbors - 4 * (data[index] ?? 0);
      sum += value;
      squares += value * value;
      count++;
    }
  }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2;
}
