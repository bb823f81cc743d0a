/** Returns the enum value for a word of the domain: BUSINESS_READ for `business:read`, TOO_LONG for `too_long`. */
export function toEnumValue(word: string): string {
  return word.replace(':', '_').toUpperCase();
}
