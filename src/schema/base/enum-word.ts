/** The word that an enum of the graph has for one of ours: BUSINESS_READ for `business:read`, TOO_LONG for `too_long`. */
export function enumWord(word: string): string {
  return word.replace(':', '_').toUpperCase();
}
