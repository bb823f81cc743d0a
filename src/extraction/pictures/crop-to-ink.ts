import type { GrayPicture, Region } from './gray-picture.ts';

/** Lighter than that is paper. */
const INK = 200;
/** Codes need paper around them. */
const MARGIN = 24;

/** The part of a picture outside of which there is only paper; null where there is nothing else. */
export function cropToInk(picture: GrayPicture): { region: Region; picture: GrayPicture } | null {
  const { data, width, height } = picture;
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < height; y++) {
    const row = data.subarray(y * width, (y + 1) * width);
    const first = row.findIndex(isInk);
    if (first === -1) continue;
    left = Math.min(left, first);
    right = Math.max(right, row.findLastIndex(isInk));
    top = Math.min(top, y);
    bottom = y;
  }
  if (right === -1) return null;
  const from = { left: Math.max(0, left - MARGIN), top: Math.max(0, top - MARGIN) };
  const region = {
    ...from,
    width: Math.min(width, right + MARGIN) - from.left,
    height: Math.min(height, bottom + MARGIN) - from.top,
  };
  return { region, picture: cut(picture, region) };
}

function isInk(value: number): boolean {
  return value < INK;
}

function cut({ data, width }: GrayPicture, region: Region): GrayPicture {
  const part = new Uint8Array(region.width * region.height);
  for (let y = 0; y < region.height; y++) {
    const from = (region.top + y) * width + region.left;
    part.set(data.subarray(from, from + region.width), y * region.width);
  }
  return { data: part, width: region.width, height: region.height };
}
