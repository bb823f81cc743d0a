import sharp from 'sharp';
import { PICTURE_BYTES_MAX } from '../../domain/socioeconomic/material.ts';

const PIXELS_MAX = 40_000_000;
/** In print so many pixels a point are seen. */
const PIXELS_A_POINT = 2.5;

// Its cache would hold faces and addresses.
sharp.cache(false);
sharp.concurrency(1);

export type Picture = { jpeg: Buffer; width: number; height: number };
export type PictureBox = { width: number; height: number };

/**
 * A stored picture as it is printed: upright, no larger than the box in points needs, and without what cameras write beside it,
 * such as where it was taken. Undefined for what is too large, broken or of another type. The same bytes for the same.
 */
export async function preparePicture(
  bytes: Uint8Array,
  box: PictureBox,
): Promise<Picture | undefined> {
  if (bytes.length > PICTURE_BYTES_MAX || !isJpegOrPng(bytes)) return undefined;
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: PIXELS_MAX })
      .autoOrient()
      .resize({
        width: Math.round(box.width * PIXELS_A_POINT),
        height: Math.round(box.height * PIXELS_A_POINT),
        fit: 'inside',
        withoutEnlargement: true,
      })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
    return { jpeg: data, width: info.width, height: info.height };
  } catch {
    // Whoever reads the report is told that it could not be shown.
    return undefined;
  }
}

const STARTS = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
];

/** The library opens much else, some of which are programs; what it may open at all is set for the whole process. */
function isJpegOrPng(bytes: Uint8Array): boolean {
  return STARTS.some((start) => start.every((byte, at) => bytes[at] === byte));
}
