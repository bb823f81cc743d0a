/** A picture in shades of gray, one byte a dot, row by row. */
export type GrayPicture = { data: Uint8Array; width: number; height: number };

/** A part of a picture, in dots. */
export type Region = { left: number; top: number; width: number; height: number };

/** The picture in the one form that the engines read without unpacking: a plain PGM. */
export function toPgm({ data, width, height }: GrayPicture): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]);
}
