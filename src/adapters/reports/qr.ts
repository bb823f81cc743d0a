import { encode } from 'uqr';

/** Returns the squares of a QR code, true for dark ones, with the quiet zone that readers require. */
export function qrOf(text: string): boolean[][] {
  return encode(text, { ecc: 'M', border: 2 }).data;
}
