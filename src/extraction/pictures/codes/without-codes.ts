import type { Barcode } from '../../../domain/extraction/document-content.ts';
import type { GrayPicture } from '../gray-picture.ts';

/** The squares and bars of codes, which would be read as letters, made paper. */
export function withoutCodes(picture: GrayPicture, codes: readonly Barcode[]): GrayPicture {
  const data = Uint8Array.from(picture.data);
  for (const { box, format } of codes) {
    if (box === null) continue;
    // The place of bars is a line across them: how tall they are is not told.
    const reach = format === 'code128' ? 0.012 : 0.004;
    const left = Math.max(0, Math.floor((box.left - 0.004) * picture.width));
    const right = Math.min(
      picture.width,
      Math.ceil((box.left + box.width + 0.004) * picture.width),
    );
    const top = Math.max(0, Math.floor((box.top - reach) * picture.height));
    const bottom = Math.min(
      picture.height,
      Math.ceil((box.top + box.height + reach) * picture.height),
    );
    for (let y = top; y < bottom; y++)
      data.fill(255, y * picture.width + left, y * picture.width + right);
  }
  return { ...picture, data };
}
