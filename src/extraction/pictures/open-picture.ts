import sharp, { type Sharp } from 'sharp';
import type { ContentNote } from '../../domain/extraction/document-content.ts';
import type { GrayPicture, Region } from './gray-picture.ts';
import { DOTS_FOR_CODES, LONG_SIDE, MAX_DOTS, MIN_SHORT_SIDE } from './picture-limits.ts';

export type OpenedPicture = {
  /** Upright as its own mark says, in a size that is read well; null where it is not worth reading. */
  picture: GrayPicture | null;
  /** Not much smaller than it came, for codes; null where it was not unpacked. */
  original: GrayPicture | null;
  notes: ContentNote[];
};

// Its cache would hold what documents say; one thread, for the pool has as many processes as there are cores.
// Formats that are programs, or fetch, or that nobody sends, are not opened at all.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Tiff', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`),
});
sharp.cache(false);
sharp.concurrency(1);

/** Refuses by what the head of the file says, before a dot is unpacked. Throws for what is no picture. */
export async function openPicture(bytes: Uint8Array): Promise<OpenedPicture> {
  const metadata = await sharp(bytes, { ...OPTIONS, limitInputPixels: false }).metadata();
  const { width, height } = metadata;
  if (width * height > MAX_DOTS) return refused('picture_too_large');
  const isMoving = (metadata.pages ?? 1) > 1 || isMovingPng(bytes);
  const notes: ContentNote[] = isMoving ? ['partly_unreadable'] : [];
  const original = await toGray(unpack(bytes, { width, height }));
  if (Math.min(width, height) < MIN_SHORT_SIDE)
    return { picture: null, original, notes: [...notes, 'picture_too_small'] };
  return { picture: await resized(original), original, notes };
}

/** The first of an animation's pictures only. A cut file gives what it has. */
const OPTIONS = { limitInputPixels: MAX_DOTS, failOn: 'error', pages: 1 } as const;

/** How far into a PNG it must have said so: before the first of its dots, and behind what editors write about it. */
const PNG_HEAD = 65_536;

/** The reader of PNG knows of no movement: a chunk `acTL` before the first `IDAT` tells of it. */
function isMovingPng(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, PNG_HEAD));
  if (!head.subarray(1, 4).equals(PNG)) return false;
  const control = head.indexOf('acTL');
  const dots = head.indexOf('IDAT');
  return control !== -1 && (dots === -1 || control < dots);
}

const PNG = Buffer.from('PNG');

function refused(note: ContentNote): OpenedPicture {
  return { picture: null, original: null, notes: [note] };
}

/** Of very many dots no more are unpacked at a time than codes need: that is what takes memory. */
function unpack(bytes: Uint8Array, { width, height }: { width: number; height: number }): Sharp {
  const picture = sharp(bytes, OPTIONS).autoOrient();
  const scale = Math.sqrt(DOTS_FOR_CODES / (width * height));
  if (scale >= 1) return picture;
  const side = Math.round(Math.max(width, height) * scale);
  return picture.resize({ width: side, height: side, fit: 'inside' });
}

/** What is transparent is white, as on paper. */
async function toGray(picture: Sharp): Promise<GrayPicture> {
  const { data, info } = await picture
    .flatten({ background: '#ffffff' })
    .grayscale()
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

async function resized(picture: GrayPicture): Promise<GrayPicture> {
  return await resize(picture, LONG_SIDE / Math.max(picture.width, picture.height));
}

function fromGray({ data, width, height }: GrayPicture): Sharp {
  return sharp(data, { raw: { width, height, channels: 1 } });
}

export async function resize(picture: GrayPicture, scale: number): Promise<GrayPicture> {
  const width = Math.max(1, Math.round(picture.width * scale));
  const kernel = scale < 1 ? 'lanczos3' : 'cubic';
  return await toGray(fromGray(picture).resize({ width, kernel }));
}

/** By quarter turns at no loss, by other angles with white corners; clockwise. */
export async function turn(picture: GrayPicture, degrees: number): Promise<GrayPicture> {
  return await toGray(fromGray(picture).rotate(degrees, { background: '#ffffff' }));
}

export async function crop(picture: GrayPicture, region: Region): Promise<GrayPicture> {
  return await toGray(fromGray(picture).extract(region));
}

/** A part of a picture with some of what is around it, and where that begins. */
export async function cropAround(
  picture: GrayPicture,
  { left, top, width, height }: Region,
): Promise<{ cut: GrayPicture; left: number; top: number }> {
  const margin = Math.round(height * AROUND);
  const from = { left: Math.max(0, left - margin), top: Math.max(0, top - margin) };
  const region = {
    ...from,
    width: Math.min(picture.width - from.left, width + 2 * margin),
    height: Math.min(picture.height - from.top, height + 2 * margin),
  };
  return { ...from, cut: await crop(picture, region) };
}

/** Of its height. */
const AROUND = 0.35;
