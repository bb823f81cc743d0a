import sharp, { type Sharp } from 'sharp';
import type { ContentNote } from '../../domain/extraction/document-content.ts';
import type { GrayImage, Region } from './gray-image.ts';
import { LONG_SIDE_FOR_OCR, PIXELS_FOR_CODES, PIXELS_MAX, SHORT_SIDE_MIN } from './image-limits.ts';

export type OpenedImage = {
  /**
   * Image rotated by its EXIF orientation and scaled for OCR. Null when the short side is below SHORT_SIDE_MIN, or
   * nothing was decoded.
   */
  image: GrayImage | null;
  /** Image with at most PIXELS_FOR_CODES pixels, for barcodes. Null when the file has more than PIXELS_MAX pixels. */
  original: GrayImage | null;
  notes: ContentNote[];
};

// The cache would keep contents of documents in memory. One thread is enough, because several reader processes run
// at the same time. Only the used formats are unblocked: decoders of other formats run programs or fetch files.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Tiff', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`),
});
sharp.cache(false);
sharp.concurrency(1);

/**
 * Decodes an image. When the header states more than PIXELS_MAX pixels, decodes nothing and returns only a note. The
 * note `partly_unreadable` states that there are further frames or pages. Throws for bytes that are not an image.
 */
export async function openImage(bytes: Uint8Array): Promise<OpenedImage> {
  const metadata = await sharp(bytes, { ...DECODE_OPTIONS, limitInputPixels: false }).metadata();
  const { width, height } = metadata;
  if (width * height > PIXELS_MAX) return createRejected('picture_too_large');
  const isAnimated = (metadata.pages ?? 1) > 1 || isAnimatedPng(bytes);
  const notes: ContentNote[] = isAnimated ? ['partly_unreadable'] : [];
  const original = await toGray(decode(bytes, { width, height }));
  if (Math.min(width, height) < SHORT_SIDE_MIN)
    return { image: null, original, notes: [...notes, 'picture_too_small'] };
  return { image: await resizeForOcr(original), original, notes };
}

/** Decodes the first frame only, and the available part of a truncated file. */
const DECODE_OPTIONS = { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1 } as const;

/** Length of the start of a PNG in which `acTL` is searched: it precedes the image data, but may follow metadata. */
const PNG_HEAD_BYTES = 65_536;

/** Detects an animated PNG, which the decoder does not support, by a chunk `acTL` before the first `IDAT`. */
function isAnimatedPng(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, PNG_HEAD_BYTES));
  if (!head.subarray(1, 4).equals(PNG)) return false;
  const control = head.indexOf('acTL');
  const imageData = head.indexOf('IDAT');
  return control !== -1 && (imageData === -1 || control < imageData);
}

const PNG = Buffer.from('PNG');

function createRejected(note: ContentNote): OpenedImage {
  return { image: null, original: null, notes: [note] };
}

/** Decodes at most as many pixels as barcodes need, to bound memory. */
function decode(bytes: Uint8Array, { width, height }: { width: number; height: number }): Sharp {
  const image = sharp(bytes, DECODE_OPTIONS).autoOrient();
  const scale = Math.sqrt(PIXELS_FOR_CODES / (width * height));
  if (scale >= 1) return image;
  const side = Math.round(Math.max(width, height) * scale);
  return image.resize({ width: side, height: side, fit: 'inside' });
}

/** Converts an image to grayscale, with transparency as white. */
async function toGray(image: Sharp): Promise<GrayImage> {
  const { data, info } = await image
    .flatten({ background: '#ffffff' })
    .grayscale()
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

async function resizeForOcr(image: GrayImage): Promise<GrayImage> {
  return await resize(image, LONG_SIDE_FOR_OCR / Math.max(image.width, image.height));
}

function toSharp({ data, width, height }: GrayImage): Sharp {
  return sharp(data, { raw: { width, height, channels: 1 } });
}

export async function resize(image: GrayImage, scale: number): Promise<GrayImage> {
  const width = Math.max(1, Math.round(image.width * scale));
  const kernel = scale < 1 ? 'lanczos3' : 'cubic';
  return await toGray(toSharp(image).resize({ width, kernel }));
}

/** Rotates an image clockwise: without loss by quarter turns, otherwise with white corners. */
export async function rotate(image: GrayImage, degrees: number): Promise<GrayImage> {
  return await toGray(toSharp(image).rotate(degrees, { background: '#ffffff' }));
}

export async function crop(image: GrayImage, region: Region): Promise<GrayImage> {
  return await toGray(toSharp(image).extract(region));
}

/** Crops a region with a margin, and returns its position. */
export async function cropAround(
  image: GrayImage,
  { left, top, width, height }: Region,
): Promise<{ image: GrayImage; left: number; top: number }> {
  const margin = Math.round(height * MARGIN_RATIO);
  const corner = { left: Math.max(0, left - margin), top: Math.max(0, top - margin) };
  const region = {
    ...corner,
    width: Math.min(image.width - corner.left, width + 2 * margin),
    height: Math.min(image.height - corner.top, height + 2 * margin),
  };
  return { ...corner, image: await crop(image, region) };
}

/** Margin as a fraction of the height of the region. */
const MARGIN_RATIO = 0.35;
