import { encode } from 'uqr';

/** Returns the rows of modules of a QR code, true for dark ones, with the quiet zone that scanners require. */
export function encodeQr(text: string): boolean[][] {
  return encode(text, { ecc: 'M', border: 2 }).data;
}
