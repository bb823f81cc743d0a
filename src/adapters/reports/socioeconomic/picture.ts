import sharp from 'sharp';
import { PICTURE_BYTES_MAX } from '../../../domain/socioeconomic/material.ts';

const PIXELS_MAX = 40_000_000;
/** Resolution of a print, in pixels per point. */
const PIXELS_A_POINT = 2.5;

// Its cache would hold faces and addresses.
sharp.cache(false);
sharp.concurrency(1);

export type Picture = { jpeg: Buffer; width: number; height: number };
export type PictureBox = { width: number; height: number };

/**
 * Returns a stored picture as it is printed: upright, no larger than the box in points needs, and without the metadata of cameras, for
 * example the place. Undefined for a picture that is too large, broken or of another type. Equal bytes give equal bytes.
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
    // The report states that the picture cannot be shown.
    return undefined;
  }
}

const STARTS = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
];

/** True for the two types that are printed. The library opens further types, some of them programs. */
function isJpegOrPng(bytes: Uint8Array): boolean {
  return STARTS.some((start) => start.every((byte, at) => bytes[at] === byte));
}
