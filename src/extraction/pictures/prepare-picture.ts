import sharp from 'sharp';
import { PICTURE_BYTES_MAX } from '../../domain/socioeconomic/material.ts';
import type { Picture, PictureInput } from '../../domain/socioeconomic/report-picture.ts';
import { PIXELS_MAX } from './image-limits.ts';

/** Resolution of printed pictures: 180 pixels per inch. */
const PIXELS_PER_POINT = 2.5;

// The cache of sharp would keep photographs and maps of homes in memory.
sharp.cache(false);
// The process must not use further cores, which serve requests.
sharp.concurrency(1);

/**
 * Converts a stored picture for printing: upright, scaled down to the resolution of the box (in points), and without
 * EXIF metadata, for example the location. Returns undefined for a picture that is too large, damaged or neither JPEG
 * nor PNG. Deterministic.
 */
export async function preparePicture({ bytes, box }: PictureInput): Promise<Picture | undefined> {
  if (bytes.length > PICTURE_BYTES_MAX || !isJpegOrPng(bytes)) return undefined;
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: PIXELS_MAX })
      .autoOrient()
      .resize({
        width: Math.round(box.width * PIXELS_PER_POINT),
        height: Math.round(box.height * PIXELS_PER_POINT),
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

/** Signatures (magic numbers) of JPEG and PNG. */
const SIGNATURES = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
];

/** True for the two supported types. Sharp would also open others, for example SVG with its references. */
function isJpegOrPng(bytes: Uint8Array): boolean {
  return SIGNATURES.some((signature) => signature.every((byte, index) => bytes[index] === byte));
}
