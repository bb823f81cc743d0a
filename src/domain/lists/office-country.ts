const MEXICO = /^(?:mx|mex|m[eé]xico|mexican)$/iu;

/** Whether a list says Mexico, in whichever words. */
export function isMexico(country: string): boolean {
  return MEXICO.test(country.trim());
}
