import { encode } from 'uqr';

/** What is to be read from a code, as squares: true is dark. With quiet space around it, which readers need. */
export function qrOf(text: string): boolean[][] {
  return encode(text, { ecc: 'M', border: 2 }).data;
}
