/** Grayscale image, one byte per pixel, row by row. */
export type GrayImage = { data: Uint8Array; width: number; height: number };

/** Rectangle of an image, in pixels. */
export type Region = { left: number; top: number; width: number; height: number };

/** Encodes an image as binary PGM, which the OCR engine reads without decompression. */
export function toPgm({ data, width, height }: GrayImage): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]);
}
