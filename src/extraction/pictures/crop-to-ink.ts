import type { GrayImage, Region } from './gray-image.ts';

/** Brightness below which a pixel is ink. */
const INK_BRIGHTNESS = 200;
/** Margin in pixels: barcodes need a quiet zone. */
const MARGIN = 24;

/** Crops an image to its dark pixels, with a margin. Returns null when there are none. */
export function cropToInk(image: GrayImage): { region: Region; image: GrayImage } | null {
  const { data, width, height } = image;
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < height; y++) {
    const row = data.subarray(y * width, (y + 1) * width);
    const firstInk = row.findIndex(isInk);
    if (firstInk === -1) continue;
    left = Math.min(left, firstInk);
    right = Math.max(right, row.findLastIndex(isInk));
    top = Math.min(top, y);
    bottom = y;
  }
  if (right === -1) return null;
  const corner = { left: Math.max(0, left - MARGIN), top: Math.max(0, top - MARGIN) };
  const region = {
    ...corner,
    width: Math.min(width, right + MARGIN) - corner.left,
    height: Math.min(height, bottom + MARGIN) - corner.top,
  };
  return { region, image: copyRegion(image, region) };
}

function isInk(value: number): boolean {
  return value < INK_BRIGHTNESS;
}

function copyRegion({ data, width }: GrayImage, region: Region): GrayImage {
  const part = new Uint8Array(region.width * region.height);
  for (let y = 0; y < region.height; y++) {
    const start = (region.top + y) * width + region.left;
    part.set(data.subarray(start, start + region.width), y * region.width);
  }
  return { data: part, width: region.width, height: region.height };
}
